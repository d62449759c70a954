import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { issue } from '../../platform/dto/checks.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { DEMO } from '../../platform/dto/examples.js';
import {
  DateTime,
  EnumValue,
  FiniteNumber,
  Ignored,
  Property,
  Reference,
} from '../../platform/dto/properties.js';
import { textIssues } from '../../shared-kernel/text.js';
import { AssigneeStatusResponse, FocusItemResponse, SCALAR } from '../application/action.response.js';
import {
  FOCUS_TYPES,
  QUESTION_TYPES,
  SETTABLE_STATUSES,
  type FocusType,
  type QuestionType,
  type SettableStatus,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { PERMISSIONS } from './action-plan.requests.js';

/** For a property that clients may send back. */
export const READ_ONLY = { description: 'Ignored.' };
export const STATUS = { name: 'SettableStatus' };

@ApiSchema({ name: 'FocusItemInput' })
@DescribedBy(FocusItemResponse)
export class FocusItemRequest {
  @EnumValue(FOCUS_TYPES, { name: 'FocusType', required: true })
  focusType!: FocusType;

  @Reference({ description: 'Id of what the goal is about. It is not checked.' })
  focusId?: string;

  @FiniteNumber()
  targetValue?: number;

  @DateTime({ example: '2027-06-30' })
  targetTimestamp?: string;
}

@ApiSchema({ name: 'ActionCharacteristicInput' })
export class ActionCharacteristicRequest {
  @Reference({ description: 'Id or external id of the characteristic.', example: DEMO.characteristicId })
  characteristicId?: string;

  @Reference({
    description: 'For `LIST` and `BOOLEAN` the id or external id of an allowed value, for `TREE` of a node.',
    example: DEMO.valueId,
  })
  id?: string;

  @EnumValue(QUESTION_TYPES, {
    name: 'QuestionType',
    description: 'Type of the characteristic. It is filled in when not sent.',
    example: 'LIST',
  })
  questionType?: QuestionType;

  @Scalar()
  value?: boolean | number | string;
}

/** An assignee of a new action. */
@ApiSchema({ name: 'AssigneeStatusInput' })
@DescribedBy(AssigneeStatusResponse)
export class AssigneeStatusRequest {
  @Reference({ required: true, description: 'Id of the employee.', example: DEMO.assigneeId })
  assigneeId!: string;

  @EnumValue(SETTABLE_STATUSES, {
    ...STATUS,
    required: true,
    example: 'IN_PROGRESS',
  })
  status!: SettableStatus;

  @Ignored(READ_ONLY)
  startedAt?: unknown;

  @Ignored(READ_ONLY)
  completedAt?: unknown;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

@ApiSchema({ name: 'AssigneeInput' })
export class AssigneeRequest extends OmitType(AssigneeStatusRequest, ['assigneeId']) {
  @Ignored(READ_ONLY)
  assigneeId?: unknown;
}

/** The value of a characteristic: text, number or boolean. */
function Scalar(): PropertyDecorator {
  return Property(
    Checked((value) => {
      if (typeof value === 'string') return textIssues(value, PLAN_LIMITS.reference);
      if (typeof value === 'boolean' || Number.isFinite(value)) return [];
      return [issue('WRONG_TYPE', 'must be a text, a number, true or false')];
    }),
    SCALAR,
    {
      description:
        'For `DATE` a date, for `BOOLEAN` true or false. For the other types the id of an allowed value or node may ' +
        'be here instead of in `id`.',
    },
  );
}

import { ApiSchema, IntersectionType, OmitType, PartialType } from '@nestjs/swagger';
import { Checked, issue } from '../../platform/dto/checks.js';
import { DEMO } from '../../platform/dto/examples.js';
import {
  DateTime,
  EnumValue,
  FiniteNumber,
  Ignored,
  MultiLanguageText,
  NestedList,
  Property,
  Reference,
  ReferenceList,
} from '../../platform/dto/properties.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import { textIssues } from '../../shared-kernel/text.js';
import { SCALAR } from '../application/action.response.js';
import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  QUESTION_TYPES,
  SETTABLE_STATUSES,
  VISIBILITIES,
  type ActionSource,
  type ActionStatus,
  type ActionType,
  type FocusType,
  type QuestionType,
  type SettableStatus,
  type Visibility,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { PERMISSIONS } from './action-plan.requests.js';

/** For a property that clients may send back. */
export const READ_ONLY = { description: 'Ignored.' };
const STATUS = { name: 'SettableStatus' };
const TITLE = {
  name: 'ActionTitle',
  ...PLAN_LIMITS.title,
  example: {
    defaultValue: 'Ask every team what wears them out',
    langValues: { es: 'Preguntar a cada equipo' },
  },
};
const DESCRIPTION = {
  name: 'ActionDescription',
  ...PLAN_LIMITS.description,
  example: {
    defaultValue: 'Half an hour for each team, without slides.',
    langValues: { es: 'Media hora por equipo, sin diapositivas.' },
  },
};

const DUE_DATE = { description: 'Until when it should be completed.', example: '2027-03-31' };

@ApiSchema({ name: 'FocusItemInput' })
export class FocusItemRequest {
  @EnumValue(FOCUS_TYPES, {
    name: 'FocusType',
    required: true,
    description: 'What the goal is measured by.',
  })
  focusType!: FocusType;

  @Reference({ description: 'Id of what the goal is about. It is not checked.' })
  focusId?: string;

  @FiniteNumber({ description: 'The value to reach.', example: 7.5 })
  targetValue?: number;

  @DateTime({ description: 'When the goal should be reached.', example: '2027-06-30' })
  targetTimestamp?: string;
}

@ApiSchema({ name: 'ActionCharacteristicInput' })
export class ActionCharacteristicRequest {
  @Reference({ description: 'Id of the characteristic.', example: DEMO.characteristicId })
  characteristicId?: string;

  @Reference({
    description: 'For `LIST` and `BOOLEAN` an allowed value, for `TREE` a node.',
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
export class AssigneeStatusRequest {
  @Reference({ required: true, description: 'Id of the employee.', example: DEMO.assigneeId })
  assigneeId!: string;

  @EnumValue(SETTABLE_STATUSES, {
    ...STATUS,
    required: true,
    description: 'How far the person has come.',
    example: 'PENDING',
  })
  status!: SettableStatus;

  @Ignored(READ_ONLY)
  startedAt?: unknown;

  @Ignored(READ_ONLY)
  completedAt?: unknown;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

/** The properties of an action that requests and imports write alike. */
export class ActionProperties {
  @MultiLanguageText({ ...TITLE, required: true, description: 'Title of the action.' })
  title!: MultiLanguage;

  @MultiLanguageText({ ...DESCRIPTION, description: 'What is to be done.' })
  description?: MultiLanguage;

  @NestedList(() => FocusItemRequest, { description: 'Goals of the action.' })
  focusItems?: FocusItemRequest[];

  @ReferenceList({ description: 'Ids of the target areas.', example: [DEMO.areaId] })
  hierarchyIds?: string[];

  @ReferenceList({ description: 'Ids of the target groups.', example: [DEMO.groupId] })
  groupIds?: string[];

  @NestedList(() => ActionCharacteristicRequest, { description: 'Targets by characteristics of people.' })
  characteristics?: ActionCharacteristicRequest[];

  @EnumValue(ACTION_TYPES, {
    name: 'ActionType',
    description: 'Who carries it out. Only admins set `COMPANY`.',
    example: 'MANAGER',
  })
  actionType?: ActionType;

  @EnumValue(ACTION_SOURCES, { name: 'ActionSource', description: 'Where the action comes from.' })
  source?: ActionSource;

  @EnumValue(VISIBILITIES, {
    name: 'Visibility',
    description: 'As recorded. Who reads the plan reads all its actions.',
    example: 'PUBLIC',
  })
  visibility?: Visibility;

  @DateTime(DUE_DATE)
  dueDate?: string;

  @Ignored({ ...READ_ONLY, type: 'object', additionalProperties: true })
  plan?: unknown;

  @Ignored({ ...READ_ONLY, type: 'integer' })
  completionPercent?: unknown;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

/** Properties that only imports and the service itself write. */
class ReadOnlyActionProperties {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  companyId?: unknown;

  @Ignored(READ_ONLY)
  planId?: unknown;

  @Ignored(READ_ONLY)
  startedAt?: unknown;

  @Ignored(READ_ONLY)
  completedAt?: unknown;

  @Ignored(READ_ONLY)
  createdBy?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(READ_ONLY)
  updatedAt?: unknown;

  @Ignored({ ...READ_ONLY, type: 'array', items: {} })
  notes?: unknown;
}

class ActionRequest extends IntersectionType(ActionProperties, ReadOnlyActionProperties) {
  @EnumValue(SETTABLE_STATUSES, {
    ...STATUS,
    description:
      'Status of an action without assignees. With assignees it follows from theirs: no other is taken.',
  })
  status?: SettableStatus;
}

@ApiSchema({ name: 'CreateActionInput' })
export class CreateActionRequest extends ActionRequest {
  @ReferenceList({
    description: 'Ids of the employees who carry it out, all `PENDING`. Not with `assigneeStatuses`.',
  })
  assigneeIds?: string[];

  @NestedList(() => AssigneeStatusRequest, {
    distinctBy: 'assigneeId',
    description: 'The employees who carry it out, with their statuses. Not with `assigneeIds`.',
  })
  assigneeStatuses?: AssigneeStatusRequest[];
}

/**
 * Properties that are absent stay as they are, and so do those that are null, unless null removes them. Assignees have
 * operations of their own.
 */
@ApiSchema({ name: 'UpdateActionInput' })
export class UpdateActionRequest extends PartialType(
  OmitType(ActionRequest, ['description', 'dueDate', 'status']),
) {
  @MultiLanguageText({
    ...DESCRIPTION,
    nullable: true,
    description: 'What is to be done. `null` removes it.',
  })
  description?: MultiLanguage | null;

  @DateTime({ ...DUE_DATE, nullable: true, description: `${DUE_DATE.description} \`null\` removes it.` })
  dueDate?: string | null;

  @EnumValue(ACTION_STATUSES, {
    name: 'ActionStatus',
    description:
      'With assignees only the status that the action has, because it follows from theirs. `EXPIRED` only where the ' +
      'action has it.',
  })
  status?: ActionStatus;

  @Ignored({ ...READ_ONLY, type: 'array', items: {} })
  assigneeStatuses?: unknown;
}

@ApiSchema({ name: 'AssigneeInput' })
export class AssigneeRequest {
  @EnumValue(SETTABLE_STATUSES, {
    ...STATUS,
    required: true,
    description: 'How far the person has come.',
    example: 'IN_PROGRESS',
  })
  status!: SettableStatus;

  @Ignored(READ_ONLY)
  assigneeId?: unknown;

  @Ignored(READ_ONLY)
  startedAt?: unknown;

  @Ignored(READ_ONLY)
  completedAt?: unknown;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
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

import { ApiSchema, IntersectionType, OmitType } from '@nestjs/swagger';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { DEMO } from '../../platform/dto/examples.js';
import { UpdateType } from '../../platform/dto/patch-type.js';
import {
  DateTime,
  EnumValue,
  Ignored,
  MultiLanguageText,
  NestedList,
  ReferenceList,
} from '../../platform/dto/properties.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import { ActionResponse } from '../application/action.response.js';
import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  SETTABLE_STATUSES,
  VISIBILITIES,
  type ActionSource,
  type ActionStatus,
  type ActionType,
  type SettableStatus,
  type Visibility,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { PERMISSIONS } from './action-plan.requests.js';
import {
  ActionCharacteristicRequest,
  AssigneeStatusRequest,
  FocusItemRequest,
  READ_ONLY,
  STATUS,
} from './action-parts.requests.js';

/** The properties of an action that requests and imports write alike. */
@DescribedBy(ActionResponse)
export class ActionProperties {
  @MultiLanguageText({
    name: 'ActionTitle',
    ...PLAN_LIMITS.title,
    required: true,
    example: {
      defaultValue: 'Ask every team what wears them out',
      langValues: { es: 'Preguntar a cada equipo' },
    },
  })
  title!: MultiLanguage;

  @MultiLanguageText({
    name: 'ActionDescription',
    ...PLAN_LIMITS.description,
    removable: true,
    example: {
      defaultValue: 'Half an hour for each team, without slides.',
      langValues: { es: 'Media hora por equipo, sin diapositivas.' },
    },
  })
  description?: MultiLanguage;

  @NestedList(() => FocusItemRequest)
  focusItems?: FocusItemRequest[];

  @ReferenceList({ description: 'Ids or external ids of the target areas.', example: [DEMO.areaId] })
  hierarchyIds?: string[];

  @ReferenceList({ description: 'Ids or external ids of the target groups.', example: [DEMO.groupId] })
  groupIds?: string[];

  @NestedList(() => ActionCharacteristicRequest)
  characteristics?: ActionCharacteristicRequest[];

  @EnumValue(ACTION_TYPES, {
    name: 'ActionType',
    description: 'Who carries it out. Only admins set `COMPANY`.',
    example: 'MANAGER',
  })
  actionType?: ActionType;

  @EnumValue(ACTION_SOURCES, { name: 'ActionSource' })
  source?: ActionSource;

  @EnumValue(VISIBILITIES, {
    name: 'Visibility',
    example: 'PUBLIC',
  })
  visibility?: Visibility;

  @DateTime({
    removable: true,
    example: '2027-03-31',
  })
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

/** Assignees have operations of their own. */
@ApiSchema({ name: 'UpdateActionInput' })
export class UpdateActionRequest extends UpdateType(OmitType(ActionRequest, ['status'])) {
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

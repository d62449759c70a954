import {
  DateTime,
  EnumValue,
  Id,
  Ignored,
  NestedList,
  Reference,
  Text,
} from '../../platform/dto/properties.js';
import {
  ACTION_STATUSES,
  NOTE_VISIBILITIES,
  type ActionStatus,
  type NoteVisibility,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { PERMISSIONS, PlanProperties } from './action-plan.requests.js';
import { ActionProperties } from './action.requests.js';

/** Records of an import, in the shape in which the API returns plans. Computed values are ignored. */

export class AssigneeStatusRecord {
  @Reference({ required: true })
  assigneeId!: string;

  @EnumValue(ACTION_STATUSES, { name: 'ActionStatus', required: true })
  status!: ActionStatus;

  @DateTime()
  startedAt?: string;

  @DateTime()
  completedAt?: string;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

export class NoteImportRecord {
  @Id()
  id?: string;

  @Reference({ required: true })
  authorId!: string;

  @Text({ ...PLAN_LIMITS.note, required: true })
  content!: string;

  @EnumValue(NOTE_VISIBILITIES, { name: 'NoteVisibility' })
  visibility?: NoteVisibility;

  @DateTime()
  createdAt?: string;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

export class ActionImportRecord extends ActionProperties {
  @Id()
  id?: string;

  @Reference()
  companyId?: string;

  @Reference()
  planId?: string;

  @NestedList(() => AssigneeStatusRecord, { distinctBy: 'assigneeId' })
  assigneeStatuses?: AssigneeStatusRecord[];

  @EnumValue(ACTION_STATUSES, { name: 'ActionStatus' })
  status?: ActionStatus;

  @DateTime()
  startedAt?: string;

  @DateTime()
  completedAt?: string;

  @Reference()
  createdBy?: string;

  @DateTime()
  createdAt?: string;

  @DateTime()
  updatedAt?: string;

  @NestedList(() => NoteImportRecord, { distinctBy: 'id' })
  notes?: NoteImportRecord[];
}

export class PlanImportRecord extends PlanProperties {
  @Id()
  id?: string;

  @Reference()
  companyId?: string;

  @NestedList(() => ActionImportRecord, { distinctBy: 'id' })
  actions?: ActionImportRecord[];

  @Reference()
  createdBy?: string;

  @DateTime()
  createdAt?: string;

  @DateTime()
  updatedAt?: string;
}

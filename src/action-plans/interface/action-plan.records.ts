import {
  DateTime,
  EnumValue,
  Id,
  Ignored,
  MultiLanguageText,
  NestedList,
  Reference,
  ReferenceList,
  Text,
} from '../../platform/dto/properties.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  NOTE_VISIBILITIES,
  VISIBILITIES,
  type ActionSource,
  type ActionStatus,
  type ActionType,
  type NoteVisibility,
  type Visibility,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { DESCRIPTION, TITLE } from './action-plan.requests.js';
import { ActionCharacteristicRequest, FocusItemRequest } from './action.requests.js';

/** Records of an import, in the shape in which the API returns plans (decisions 11). Computed values are ignored. */

export class AssigneeStatusRecord {
  @Reference({ required: true })
  assigneeId!: string;

  @EnumValue(ACTION_STATUSES, { name: 'ActionStatus', required: true })
  status!: ActionStatus;

  @DateTime()
  startedAt?: string;

  @DateTime()
  completedAt?: string;
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
}

export class ActionImportRecord {
  @Id()
  id?: string;

  @Reference()
  companyId?: string;

  @Reference()
  planId?: string;

  @Ignored()
  plan?: unknown;

  @MultiLanguageText({ ...TITLE, required: true })
  title!: MultiLanguage;

  @MultiLanguageText(DESCRIPTION)
  description?: MultiLanguage;

  @NestedList(() => FocusItemRequest)
  focusItems?: FocusItemRequest[];

  @NestedList(() => AssigneeStatusRecord, { distinctBy: 'assigneeId' })
  assigneeStatuses?: AssigneeStatusRecord[];

  @ReferenceList()
  hierarchyIds?: string[];

  @ReferenceList()
  groupIds?: string[];

  @NestedList(() => ActionCharacteristicRequest)
  characteristics?: ActionCharacteristicRequest[];

  @EnumValue(ACTION_TYPES, { name: 'ActionType' })
  actionType?: ActionType;

  @EnumValue(ACTION_SOURCES, { name: 'ActionSource' })
  source?: ActionSource;

  @EnumValue(VISIBILITIES, { name: 'Visibility' })
  visibility?: Visibility;

  @EnumValue(ACTION_STATUSES, { name: 'ActionStatus' })
  status?: ActionStatus;

  @Ignored()
  completionPercent?: unknown;

  @DateTime()
  dueDate?: string;

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

export class PlanImportRecord {
  @Id()
  id?: string;

  @Reference()
  companyId?: string;

  @MultiLanguageText({ ...TITLE, required: true })
  title!: MultiLanguage;

  @MultiLanguageText(DESCRIPTION)
  description?: MultiLanguage;

  @NestedList(() => ActionImportRecord, { distinctBy: 'id' })
  actions?: ActionImportRecord[];

  @EnumValue(VISIBILITIES, { name: 'Visibility' })
  visibility?: Visibility;

  @Ignored()
  completionPercent?: unknown;

  @Reference()
  createdBy?: string;

  @DateTime()
  createdAt?: string;

  @DateTime()
  updatedAt?: string;
}

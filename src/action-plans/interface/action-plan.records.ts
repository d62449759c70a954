import { Checked } from '../../platform/dto/checks.js';
import {
  DateTime,
  EnumValue,
  FiniteNumber,
  Id,
  Ignored,
  MultiLanguageText,
  NestedList,
  Reference,
  ReferenceList,
  Text,
} from '../../platform/dto/properties.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import { textIssues } from '../../shared-kernel/text.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  NOTE_VISIBILITIES,
  QUESTION_TYPES,
  VISIBILITIES,
  type ActionSource,
  type ActionStatus,
  type ActionType,
  type FocusType,
  type NoteVisibility,
  type QuestionType,
  type Visibility,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { DESCRIPTION, TITLE } from './action-plan.requests.js';

/** Records of an import, in the shape in which the API returns plans (decisions 11). Computed values are ignored. */

export class FocusItemRecord {
  @EnumValue(FOCUS_TYPES, { name: 'FocusType', required: true })
  focusType!: FocusType;

  @Reference()
  focusId?: string;

  @FiniteNumber()
  targetValue?: number;

  @DateTime()
  targetTimestamp?: string;
}

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

export class ActionCharacteristicRecord {
  @Reference()
  characteristicId?: string;

  @Reference()
  id?: string;

  @EnumValue(QUESTION_TYPES, { name: 'QuestionType' })
  questionType?: QuestionType;

  @Scalar()
  value?: boolean | number | string;
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

  @NestedList(() => FocusItemRecord)
  focusItems?: FocusItemRecord[];

  @NestedList(() => AssigneeStatusRecord, { distinctBy: 'assigneeId' })
  assigneeStatuses?: AssigneeStatusRecord[];

  @ReferenceList()
  hierarchyIds?: string[];

  @ReferenceList()
  groupIds?: string[];

  @NestedList(() => ActionCharacteristicRecord)
  characteristics?: ActionCharacteristicRecord[];

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

/** The value of a characteristic: text, number or boolean. */
function Scalar(): PropertyDecorator {
  return Checked((value): readonly ValidationIssue[] => {
    if (typeof value === 'string') return textIssues(value, PLAN_LIMITS.reference);
    if (typeof value === 'boolean' || Number.isFinite(value)) return [];
    return [{ path: '', code: 'WRONG_TYPE', message: 'must be a text, a number, true or false' }];
  });
}

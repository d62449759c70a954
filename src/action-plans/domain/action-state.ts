import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { Patch } from '../../shared-kernel/patch.js';
import type {
  ActionSource,
  ActionStatus,
  ActionType,
  FocusType,
  NoteVisibility,
  QuestionType,
  SettableStatus,
  Visibility,
} from './enumerations.js';
import type { Progress } from './progress.js';

/** A goal of an action. Times are RFC 3339, UTC, with milliseconds, here and below. */
export interface FocusItem {
  readonly focusType: FocusType;
  readonly focusId?: string;
  readonly targetValue?: number;
  readonly targetTimestamp?: string;
}

export interface AssigneeStatus extends Progress {
  readonly assigneeId: string;
}

/** A target of an action by a characteristic of people. */
export interface ActionCharacteristic {
  readonly characteristicId?: string;
  readonly id?: string;
  readonly questionType?: QuestionType;
  readonly value?: boolean | number | string;
}

/** A comment on an action. A private one is shown to its author only. */
export interface Note {
  readonly id: string;
  readonly authorId: string;
  readonly content: string;
  readonly visibility: NoteVisibility;
  readonly createdAt: string;
}

/** One improvement action of a plan. Its notes are stored beside it. */
export interface ActionState extends Progress {
  readonly id: string;
  readonly companyId: string;
  readonly planId: string;
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage;
  readonly focusItems: readonly FocusItem[];
  readonly assigneeStatuses: readonly AssigneeStatus[];
  readonly hierarchyIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristics: readonly ActionCharacteristic[];
  readonly actionType: ActionType;
  readonly source: ActionSource;
  readonly visibility: Visibility;
  readonly dueDate?: string;
  readonly createdBy?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ActionWithNotes {
  readonly action: ActionState;
  readonly notes: readonly Note[];
}

/** The properties of an action that a manager does not decide, or in another form. */
type ManagedProperty =
  | 'id'
  | 'companyId'
  | 'planId'
  | 'assigneeStatuses'
  | keyof Progress
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt';

/** The properties of an action that a manager decides. */
export interface ActionContent extends Partial<Omit<ActionState, ManagedProperty>> {
  readonly title: MultiLanguage;
  /** With assignees, only the one that follows from theirs. */
  readonly status?: SettableStatus;
}

export interface ActionChange extends Patch<Omit<ActionContent, 'status'>> {
  /** Another one than before only without assignees, and only a {@link SettableStatus}. */
  readonly status?: ActionStatus;
}

/** A new action, with its assignees by id, where all are `PENDING`, or with their statuses. */
export interface NewAction extends ActionContent {
  readonly assigneeIds?: readonly string[];
  readonly assigneeStatuses?: readonly { readonly assigneeId: string; readonly status: SettableStatus }[];
}

/** An action of an import: everything but the title may be left out. */
export type ActionRecord = Partial<ActionState> & {
  readonly title: MultiLanguage;
  readonly notes?: readonly NoteRecord[];
};

export type NoteRecord = Partial<Note> & Pick<Note, 'authorId' | 'content'>;

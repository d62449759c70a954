import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type {
  ActionSource,
  ActionStatus,
  ActionType,
  FocusType,
  NoteVisibility,
  QuestionType,
  Visibility,
} from './enumerations.js';

/** What an action aims at (interface 2.4). */
export interface FocusItem {
  readonly focusType: FocusType;
  readonly focusId?: string | undefined;
  readonly targetValue?: number | undefined;
  readonly targetTimestamp?: Date | undefined;
}

/** How far one of the people who carry an action out has come. */
export interface AssigneeStatus {
  readonly assigneeId: string;
  readonly status: ActionStatus;
  readonly startedAt?: Date | undefined;
  readonly completedAt?: Date | undefined;
}

/** A target of an action by a characteristic of people. */
export interface ActionCharacteristic {
  readonly characteristicId?: string | undefined;
  readonly id?: string | undefined;
  readonly questionType?: QuestionType | undefined;
  readonly value?: boolean | number | string | undefined;
}

/** What somebody wrote about an action. A private one is shown to its author only. */
export interface Note {
  readonly id: string;
  readonly authorId: string;
  readonly content: string;
  readonly visibility: NoteVisibility;
  readonly createdAt: Date;
}

/** One improvement action of a plan (interface 2.4), as the plan keeps it. */
export interface ActionState {
  readonly id: string;
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage | undefined;
  readonly focusItems: readonly FocusItem[];
  readonly assigneeStatuses: readonly AssigneeStatus[];
  readonly hierarchyIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristics: readonly ActionCharacteristic[];
  readonly actionType: ActionType;
  readonly source: ActionSource;
  readonly visibility: Visibility;
  readonly status: ActionStatus;
  readonly dueDate?: Date | undefined;
  readonly startedAt?: Date | undefined;
  readonly completedAt?: Date | undefined;
  readonly createdBy?: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly notes: readonly Note[];
}

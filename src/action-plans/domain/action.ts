import { newId, timeOfId } from '../../shared-kernel/id.js';
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

/** A goal of an action (interface 2.4). Times are RFC 3339, UTC, with milliseconds, here and below. */
export interface FocusItem {
  readonly focusType: FocusType;
  readonly focusId?: string;
  readonly targetValue?: number;
  readonly targetTimestamp?: string;
}

export interface AssigneeStatus {
  readonly assigneeId: string;
  readonly status: ActionStatus;
  readonly startedAt?: string;
  readonly completedAt?: string;
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

/** One improvement action of a plan (interface 2.4). Its notes are stored beside it. */
export interface ActionState {
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
  readonly status: ActionStatus;
  readonly dueDate?: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly createdBy?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An action of an import: everything but the title may be left out. */
export type ActionRecord = Partial<ActionState> & {
  readonly title: MultiLanguage;
  readonly notes?: readonly NoteRecord[];
};

export type NoteRecord = Partial<Note> & Pick<Note, 'authorId' | 'content'>;

/** An imported action. Without an id it gets a new one; times that are left out are those of the id. */
export function importedAction(companyId: string, planId: string, record: ActionRecord): ActionState {
  const { notes: _storedBesideIt, ...given } = record;
  const id = record.id ?? newId();
  const createdAt = record.createdAt ?? timeOfId(id).toISOString();
  return {
    focusItems: [],
    assigneeStatuses: [],
    hierarchyIds: [],
    groupIds: [],
    characteristics: [],
    actionType: 'MANAGER',
    source: 'MANUAL',
    visibility: 'PRIVATE',
    status: 'PENDING',
    updatedAt: createdAt,
    ...given,
    id,
    companyId,
    planId,
    createdAt,
  };
}

/** An imported note, with defaults like those of an action. */
export function importedNote(record: NoteRecord): Note {
  const id = record.id ?? newId();
  return { visibility: 'SHARED', createdAt: timeOfId(id).toISOString(), ...record, id };
}

import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { ActionState, AssigneeStatus, FocusItem, Note } from '../domain/action.js';
import { actionCompletion } from '../domain/completion.js';
import type { Visibility } from '../domain/enumerations.js';

/** A record whose times, RFC 3339 texts elsewhere, are dates. */
type Dated<T, Time extends keyof T> = Omit<T, Time> & {
  readonly [Name in Time]: Date | Extract<T[Name], undefined>;
};

/** An action as a workbook shows it. */
export interface WorkbookAction extends Omit<
  ActionState,
  'focusItems' | 'assigneeStatuses' | 'dueDate' | 'startedAt' | 'completedAt' | 'createdAt' | 'updatedAt'
> {
  readonly focusItems: readonly (Omit<FocusItem, 'targetTimestamp'> & {
    readonly targetTimestamp?: Date | undefined;
  })[];
  readonly assigneeStatuses: readonly (Omit<AssigneeStatus, 'startedAt' | 'completedAt'> & {
    readonly startedAt?: Date | undefined;
    readonly completedAt?: Date | undefined;
  })[];
  readonly notes: readonly Dated<Note, 'createdAt'>[];
  readonly dueDate?: Date | undefined;
  readonly startedAt?: Date | undefined;
  readonly completedAt?: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
}

/** Plain data of a plan for a workbook, as its reader may see it. */
export interface WorkbookPlan {
  readonly id: string;
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage | undefined;
  readonly visibility: Visibility;
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
  readonly createdBy?: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly actions: readonly WorkbookAction[];
  /** Names of people, areas, groups and characteristics by id; an id without a name is shown as it is. */
  readonly names: Readonly<Record<string, string>>;
}

export function toWorkbookAction(action: ActionState, notes: readonly Note[]): WorkbookAction {
  const statuses = action.assigneeStatuses.map(({ status }) => status);
  return {
    ...action,
    focusItems: action.focusItems.map((item) => ({ ...item, targetTimestamp: dateOf(item.targetTimestamp) })),
    assigneeStatuses: action.assigneeStatuses.map((assignee) => ({
      ...assignee,
      startedAt: dateOf(assignee.startedAt),
      completedAt: dateOf(assignee.completedAt),
    })),
    notes: notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt) })),
    dueDate: dateOf(action.dueDate),
    startedAt: dateOf(action.startedAt),
    completedAt: dateOf(action.completedAt),
    createdAt: new Date(action.createdAt),
    updatedAt: new Date(action.updatedAt),
    completionPercent: actionCompletion(action.status, statuses),
  };
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

import { newId, timeOfId } from '../../shared-kernel/id.js';
import { checkTitle, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import { changesBetween } from '../../shared-kernel/changes.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { AssigneeNotFound, TooManyAssignees } from './action-plan.errors.js';
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
import { progressTo, statusOf, type Progress } from './progress.js';
import { timeOfChange } from './time-of-change.js';

/** A goal of an action (interface 2.4). Times are RFC 3339, UTC, with milliseconds, here and below. */
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

/** One improvement action of a plan (interface 2.4). Its notes are stored beside it. */
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
  /** Ignored for an action with assignees: its status follows from theirs. */
  readonly status?: SettableStatus;
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

/** Most assignees of an action. */
export const MAX_ASSIGNEES = 200;

/** Most notes on an action. */
export const MAX_NOTES = 1_000;

/** Defaults of new and imported actions. */
const EMPTY = {
  focusItems: [],
  hierarchyIds: [],
  groupIds: [],
  characteristics: [],
  actionType: 'MANAGER',
  source: 'MANUAL',
} as const satisfies Partial<ActionState>;

/** One improvement action of a plan, with its assignees. Its notes are stored beside it. */
export class Action {
  private constructor(private current: ActionState) {}

  /**
   * A new action of a plan, with the visibility of the plan where none is given.
   * @throws {ValidationFailed} when the title is blank, or assignees are given in both ways
   * @throws {TooManyAssignees}
   */
  static create(
    plan: { readonly id: string; readonly companyId: string; readonly visibility: Visibility },
    createdBy: string,
    given: NewAction,
  ): Action {
    const { assigneeIds = [], assigneeStatuses = [], status = 'PENDING', ...content } = given;
    if (given.assigneeIds && given.assigneeStatuses) {
      const message = 'must be absent where assigneeStatuses is sent';
      throw new ValidationFailed([{ path: 'assigneeIds', code: 'NOT_ALLOWED', message }]);
    }
    const now = new Date().toISOString();
    const assignees = new Map<string, SettableStatus>([
      ...assigneeIds.map((assigneeId) => [assigneeId, 'PENDING'] as const),
      ...assigneeStatuses.map((one) => [one.assigneeId, one.status] as const),
    ]);
    if (assignees.size > MAX_ASSIGNEES) throw new TooManyAssignees();
    const progress = [...assignees].map(([assigneeId, one]) => ({ assigneeId, ...progressTo(one, now) }));
    return new Action({
      id: newId(),
      companyId: plan.companyId,
      planId: plan.id,
      ...EMPTY,
      visibility: plan.visibility,
      ...checked(content),
      assigneeStatuses: progress,
      ...progressTo(statusOf(progress) ?? status, now),
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  /**
   * An action of an import, with the dates and the status that it has there. Without an id it gets a new one; times
   * that are left out are those of the id.
   * @throws {ValidationFailed} when the title is blank
   */
  static imported(plan: { readonly id: string; readonly companyId: string }, record: ActionRecord): Action {
    const { notes: _storedBesideIt, ...given } = record;
    const id = record.id ?? newId();
    const createdAt = record.createdAt ?? timeOfId(id).toISOString();
    checkTitle(record.title);
    return new Action({
      ...EMPTY,
      visibility: 'PRIVATE',
      status: 'PENDING',
      assigneeStatuses: [],
      updatedAt: createdAt,
      ...given,
      id,
      companyId: plan.companyId,
      planId: plan.id,
      createdAt,
    });
  }

  static restore(state: ActionState): Action {
    return new Action(state);
  }

  get state(): ActionState {
    return this.current;
  }

  isAssigned(assigneeId: string): boolean {
    return this.current.assigneeStatuses.some((assignee) => assignee.assigneeId === assigneeId);
  }

  /**
   * Applies what is given. The status of an action with assignees follows from theirs: one that is given is ignored.
   * @returns whether anything is different now
   * @throws {ValidationFailed} when the title is blank
   */
  change({ status: given, ...content }: Partial<ActionContent>): boolean {
    const status = this.current.assigneeStatuses.length === 0 ? given : undefined;
    return this.update({ ...checked(content) }, timeOfChange(this.current), status);
  }

  /**
   * Sets the status of an assignee, and adds the person if not assigned.
   * @returns whether anything is different now
   * @throws {TooManyAssignees}
   */
  setAssigneeStatus(assigneeId: string, status: SettableStatus): boolean {
    const { assigneeStatuses } = this.current;
    const now = timeOfChange(this.current);
    const set = (previous?: AssigneeStatus): AssigneeStatus => ({
      assigneeId,
      ...progressTo(status, now, previous),
    });
    if (!this.isAssigned(assigneeId) && assigneeStatuses.length >= MAX_ASSIGNEES)
      throw new TooManyAssignees();
    const changed = this.isAssigned(assigneeId)
      ? assigneeStatuses.map((one) => (one.assigneeId === assigneeId ? set(one) : one))
      : [...assigneeStatuses, set()];
    return this.update({ assigneeStatuses: changed }, now);
  }

  /** @throws {AssigneeNotFound} when the person is not assigned */
  removeAssignee(assigneeId: string): void {
    if (!this.isAssigned(assigneeId)) throw new AssigneeNotFound();
    const assigneeStatuses = this.current.assigneeStatuses.filter((one) => one.assigneeId !== assigneeId);
    this.update({ assigneeStatuses }, timeOfChange(this.current));
  }

  /** Moves `updatedAt`, because a note changes. */
  touch(): void {
    this.current = { ...this.current, updatedAt: timeOfChange(this.current) };
  }

  /**
   * @param status - of an action without assignees; otherwise it follows from theirs
   * @returns whether anything is different now
   */
  private update(
    content: Partial<ActionState>,
    now: string,
    status: ActionStatus = this.current.status,
  ): boolean {
    if (!changesBetween(this.current, { ...this.current, ...content, status })) return false;
    const { startedAt, completedAt, ...current } = { ...this.current, ...content };
    this.current = {
      ...current,
      ...progressTo(statusOf(current.assigneeStatuses) ?? status, now, this.current),
      updatedAt: now,
    };
    return true;
  }
}

/** @throws {ValidationFailed} when the title is blank */
function checked<Content extends Partial<ActionContent>>(content: Content): Content {
  if (content.title) checkTitle(content.title);
  return {
    ...content,
    ...(content.hierarchyIds && { hierarchyIds: [...new Set(content.hierarchyIds)] }),
    ...(content.groupIds && { groupIds: [...new Set(content.groupIds)] }),
  };
}

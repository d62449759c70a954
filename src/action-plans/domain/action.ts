import { newId, timeOfId } from '../../shared-kernel/id.js';
import { checkTitle } from '../../shared-kernel/multi-language.js';
import { changesBetween } from '../../shared-kernel/changes.js';
import { valuesOf } from '../../shared-kernel/patch.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type {
  ActionChange,
  ActionContent,
  ActionRecord,
  ActionState,
  AssigneeStatus,
  NewAction,
} from './action-state.js';
import { AssigneeNotFound, StatusFollowsAssignees, TooManyAssignees } from './action-plan.errors.js';
import {
  SETTABLE_STATUSES,
  type ActionStatus,
  type SettableStatus,
  type Visibility,
} from './enumerations.js';
import { progressTo, statusOf } from './progress.js';
import { timeOfChange } from './time-of-change.js';

export type * from './action-state.js';

/** The properties of a plan that its new actions take over. */
interface PlanOfAction {
  readonly id: string;
  readonly companyId: string;
  readonly visibility: Visibility;
}

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
   * @throws {StatusFollowsAssignees}
   */
  static create(plan: PlanOfAction, createdBy: string, given: NewAction): Action {
    const { assigneeIds = [], assigneeStatuses = [], status, ...properties } = given;
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
    const content = checked(properties);
    const following = statusOf(progress);
    if (following !== undefined && status !== undefined && status !== following)
      throw new StatusFollowsAssignees(following, 'Send those in assigneeStatuses', [...assignees.keys()]);
    return new Action({
      id: newId(),
      companyId: plan.companyId,
      planId: plan.id,
      ...EMPTY,
      visibility: plan.visibility,
      ...content,
      assigneeStatuses: progress,
      ...progressTo(following ?? status ?? 'PENDING', now),
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  /**
   * A new action of a plan like another one, without people, progress and dates.
   * @param plan - the one that it is made for
   */
  static copy(plan: PlanOfAction, createdBy: string, original: ActionState): Action {
    const { id, companyId, planId, assigneeStatuses, status, startedAt, completedAt, ...rest } = original;
    const { dueDate, createdBy: _creator, createdAt, updatedAt, focusItems, ...content } = rest;
    const undated = focusItems.map(({ targetTimestamp, ...item }) => item);
    return Action.create(plan, createdBy, { ...content, focusItems: undated });
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
   * Applies what is given.
   * @returns whether anything is different now
   * @throws {ValidationFailed} when the title is blank, or for a new status that only imports give
   * @throws {StatusFollowsAssignees}
   */
  change({ status, ...given }: ActionChange): boolean {
    const content = checked(valuesOf<ActionContent>(given));
    if (status !== undefined) this.checkStatus(status);
    return this.update(content, timeOfChange(this.current), status);
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
    if (!this.isAssigned(assigneeId)) throw AssigneeNotFound.notAssigned();
    const assigneeStatuses = this.current.assigneeStatuses.filter((one) => one.assigneeId !== assigneeId);
    this.update({ assigneeStatuses }, timeOfChange(this.current));
  }

  /** Moves `updatedAt`, because a note changes. */
  touch(): void {
    this.current = { ...this.current, updatedAt: timeOfChange(this.current) };
  }

  /** The status that the action has is always accepted, so that a client may send back what it has read. */
  private checkStatus(status: ActionStatus): void {
    const { status: current, assigneeStatuses } = this.current;
    if (status === current) return;
    if (!SETTABLE_STATUSES.some((settable) => settable === status)) {
      const message = `must be one of ${SETTABLE_STATUSES.join(', ')}`;
      throw new ValidationFailed([{ path: 'status', code: 'NOT_ALLOWED', message }]);
    }
    if (assigneeStatuses.length === 0) return;
    const ids = assigneeStatuses.map(({ assigneeId }) => assigneeId);
    throw new StatusFollowsAssignees(current, 'Set those by PUT …/assignees/{assigneeId}', ids);
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

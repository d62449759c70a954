import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../builders/plan.js';

/** A time that the service takes from its clock, until an answer shows it. */
export const NOW = '(now)';

export const CAST = ['creator', 'admin', 'other', 'worker', 'stranger'] as const;
/** `worker` is a manager whom the company also knows as an employee; `stranger` is an admin of another company. */
export type Who = (typeof CAST)[number];

interface Progress {
  readonly status: string;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
}

export interface Note {
  readonly id: string;
  readonly authorId: string;
  readonly content: string;
  readonly visibility: string;
  readonly createdAt: string;
}

export interface Assignee extends Progress {
  readonly assigneeId: string;
}

export interface Action extends Progress {
  readonly id: string;
  readonly title: Body;
  readonly description?: Body;
  readonly focusItems: readonly unknown[];
  readonly assigneeStatuses: readonly Assignee[];
  readonly hierarchyIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristics: readonly unknown[];
  readonly actionType: string;
  readonly source: string;
  readonly visibility: string;
  readonly dueDate?: string;
  readonly createdBy?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly notes: readonly Note[];
}

export interface Plan {
  readonly id: string;
  readonly companyId: string;
  readonly title: Body;
  readonly description?: Body;
  readonly visibility: string;
  readonly createdBy?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly actions: readonly Action[];
}

/** The action and the employee of one assignment. */
export interface Assignment {
  readonly action: Action | undefined;
  readonly personId: string;
}

/**
 * A plan, the rights of managers and their views of it, modelled without the code of the service. A right is the status
 * of the refusal, or undefined.
 */
export class PlanModel {
  readonly planId: string;

  constructor(
    /** Undefined once it is deleted. */
    public plan: Plan | undefined,
    private readonly userIds: Readonly<Record<Who, string>>,
    /** The employee who is `worker`. */
    private readonly workerId: string,
    private readonly employeeIds: readonly string[],
  ) {
    this.planId = this.existing.id;
  }

  refusalToRead(who: Who): number | undefined {
    if (who === 'stranger' || !this.plan) return 404;
    return this.isPublic || this.isCreator(who) ? undefined : 403;
  }

  /** The refusal of a change of the plan or of a new action. */
  refusalToManage(who: Who): number | undefined {
    return this.refusalToRead(who) ?? (this.isManagedBy(who) ? undefined : 403);
  }

  refusalToDelete(who: Who): number | undefined {
    if (who === 'stranger' || !this.plan) return 404;
    return this.isManagedBy(who) ? undefined : 403;
  }

  refusalToReadAction(who: Who, action: Action | undefined): number | undefined {
    return this.refusalToRead(who) ?? (action ? undefined : 404);
  }

  refusalToChangeAction(who: Who, action: Action | undefined): number | undefined {
    const isAllowed = this.isManagedBy(who) || action?.createdBy === this.userIds[who];
    return this.refusalToReadAction(who, action) ?? (isAllowed ? undefined : 403);
  }

  refusalToSetStatus(who: Who, { action, personId }: Assignment): number | undefined {
    const isOwn = who === 'worker' && personId === this.workerId && isAssigned(action, personId);
    return isOwn ? this.refusalToReadAction(who, action) : this.refusalToChangeAction(who, action);
  }

  refusalToUnassign(who: Who, { action, personId }: Assignment): number | undefined {
    return this.refusalToChangeAction(who, action) ?? (isAssigned(action, personId) ? undefined : 404);
  }

  refusalToReadNote(who: Who, action: Action | undefined, note: Note | undefined): number | undefined {
    const isVisible = note && (note.visibility === 'SHARED' || note.authorId === this.userIds[who]);
    return this.refusalToReadAction(who, action) ?? (isVisible ? undefined : 404);
  }

  refusalToChangeNote(who: Who, action: Action | undefined, note: Note | undefined): number | undefined {
    return (
      this.refusalToReadNote(who, action, note) ?? (note?.authorId === this.userIds[who] ? undefined : 403)
    );
  }

  refusalToDeleteNote(who: Who, action: Action | undefined, note: Note | undefined): number | undefined {
    const mayRemoveShared = who === 'admin' || this.isOrphan;
    return mayRemoveShared
      ? this.refusalToReadNote(who, action, note)
      : this.refusalToChangeNote(who, action, note);
  }

  /** `COMPANY` by a user who is not an admin; a client may send back what it has read. */
  refusalOfType(who: Who, wanted: unknown, action?: Action): number | undefined {
    return wanted === 'COMPANY' && action?.actionType !== 'COMPANY' && who !== 'admin' ? 403 : undefined;
  }

  /** A status that does not follow from the assignees; `EXPIRED` only where the action has it. */
  refusalOfStatus(status: unknown, action: Action | undefined): { malformed?: 400; conflict?: 409 } {
    if (status === undefined || status === null || status === action?.status) return {};
    if (status === 'EXPIRED') return { malformed: 400 };
    return action && action.assigneeStatuses.length > 0 ? { conflict: 409 } : {};
  }

  /** A status of a new action that does not follow from its assignees. */
  refusalOfNewStatus({ status, assigneeIds, assigneeStatuses }: Body): 409 | undefined {
    const following = statusOf(assigneesOf(assigneeIds, assigneeStatuses));
    const isFree = status === undefined || status === null || following === undefined;
    return isFree || status === following ? undefined : 409;
  }

  knowsPerson(personId: string): boolean {
    return this.employeeIds.includes(personId);
  }

  changePlan(content: Body): void {
    const given = withoutNulls(content);
    if (changes(this.existing, given)) this.plan = { ...this.existing, ...given, updatedAt: NOW };
  }

  deletePlan(): void {
    this.plan = undefined;
  }

  addAction(who: Who, id: string, body: Body): void {
    const { assigneeIds, assigneeStatuses, status = 'PENDING', ...content } = withoutNulls(body);
    const all = assigneesOf(assigneeIds, assigneeStatuses).map((one) => ({
      ...one,
      ...moved(undefined, one.status),
    }));
    const action = {
      focusItems: [],
      hierarchyIds: [],
      groupIds: [],
      characteristics: [],
      actionType: 'MANAGER',
      source: 'MANUAL',
      visibility: this.existing.visibility,
      ...content,
      id,
      assigneeStatuses: all,
      ...moved(undefined, statusOf(all) ?? (status as string)),
      createdBy: this.userIds[who],
      createdAt: NOW,
      updatedAt: NOW,
      notes: [],
    } as unknown as Action;
    this.plan = {
      ...this.existing,
      actions: [...this.existing.actions, action],
      updatedAt: NOW,
    };
  }

  changeAction(action: Action, content: Body): void {
    const { status = action.status, ...given } = withoutNulls(content);
    const kept = Object.entries(action).filter(
      ([name]) => !(['description', 'dueDate'].includes(name) && content[name] === null),
    );
    const wanted = { ...Object.fromEntries(kept), ...given } as unknown as Action;
    if (isDeepStrictEqual({ ...wanted, status }, action)) return;
    this.replace(withStatus(wanted, status as string));
  }

  deleteAction({ id }: Action): void {
    const actions = this.existing.actions.filter((action) => action.id !== id);
    this.plan = { ...this.existing, actions, updatedAt: NOW };
  }

  setStatus(action: Action, assigneeId: string, status: string): void {
    const { assigneeStatuses: before } = action;
    if (before.some((one) => one.assigneeId === assigneeId && one.status === status)) return;
    const assigneeStatuses = isAssigned(action, assigneeId)
      ? before.map((one) => (one.assigneeId === assigneeId ? { ...one, ...moved(one, status) } : one))
      : [...before, { assigneeId, ...moved(undefined, status) }];
    this.replace(withStatus({ ...action, assigneeStatuses }, action.status));
  }

  removeAssignee(action: Action, assigneeId: string): void {
    const assigneeStatuses = action.assigneeStatuses.filter((one) => one.assigneeId !== assigneeId);
    this.replace(withStatus({ ...action, assigneeStatuses }, action.status));
  }

  addNote(who: Who, action: Action, id: string, content: Body): void {
    const defaults = { authorId: this.userIds[who], visibility: 'SHARED', createdAt: NOW };
    const note = { ...defaults, ...withoutNulls(content), id } as unknown as Note;
    this.replace({ ...action, notes: [...action.notes, note], updatedAt: NOW });
  }

  changeNote(action: Action, { id }: Note, content: Body): void {
    const given = withoutNulls(content);
    const note = action.notes.find((one) => one.id === id);
    if (!note || !changes(note, given)) return;
    const notes = action.notes.map((one) => (one.id === id ? { ...one, ...given } : one));
    this.replace({ ...action, notes, updatedAt: NOW });
  }

  deleteNote(action: Action, { id }: Note): void {
    this.replace({ ...action, notes: action.notes.filter((note) => note.id !== id), updatedAt: NOW });
  }

  /** The plan as a user sees it who may read it. */
  seenBy(who: Who): Body {
    const { actions, ...plan } = this.existing;
    return {
      ...plan,
      ...textsOf(plan),
      completionPercent: percent(actions) ?? 0,
      actions: actions.map((action) => this.actionSeenBy(who, action.id)),
    };
  }

  actionSeenBy(who: Who, actionId: string): Body {
    const { id, companyId, actions, ...plan } = this.existing;
    const action = actions.find((one) => one.id === actionId) as Action;
    const isVisible = ({ visibility, authorId }: Note): boolean =>
      visibility === 'SHARED' || authorId === this.userIds[who];
    return {
      ...action,
      ...textsOf(action),
      companyId,
      planId: id,
      plan: { id, ...textsOf(plan) },
      completionPercent: percent(action.assigneeStatuses) ?? (action.status === 'COMPLETED' ? 100 : 0),
      notes: action.notes.filter(isVisible),
    };
  }

  private get existing(): Plan {
    if (!this.plan) throw new Error('The plan is deleted.');
    return this.plan;
  }

  private get isOrphan(): boolean {
    return this.plan?.createdBy === undefined;
  }

  private get isPublic(): boolean {
    return this.existing.visibility === 'PUBLIC' || this.isOrphan;
  }

  private isCreator(who: Who): boolean {
    return this.existing.createdBy === this.userIds[who];
  }

  private isManagedBy(who: Who): boolean {
    return this.isOrphan || this.isCreator(who) || who === 'admin';
  }

  private replace(action: Action): void {
    const actions = this.existing.actions.map((one) => (one.id === action.id ? action : one));
    this.plan = { ...this.existing, actions, updatedAt: NOW };
  }
}

function assigneesOf(ids: unknown, statuses: unknown): readonly Assignee[] {
  const pending = ((ids ?? []) as string[]).map((assigneeId) => ({ assigneeId, status: 'PENDING' }));
  return (statuses as Assignee[] | undefined) ?? pending;
}

/** True if given properties change an object. */
function changes(before: object, given: Body): boolean {
  return !isDeepStrictEqual({ ...before, ...given }, before);
}

/** A changed action. Its status follows from its assignees, if it has any. */
function withStatus(action: Action, status: string): Action {
  return { ...action, ...moved(action, statusOf(action.assigneeStatuses) ?? status), updatedAt: NOW };
}

function moved(before: Progress | undefined, status: string): Progress {
  const isStarted = status === 'IN_PROGRESS' || status === 'COMPLETED';
  const completedAt = before?.status === 'COMPLETED' ? before.completedAt : NOW;
  return {
    status,
    startedAt: before?.startedAt ?? (isStarted ? NOW : undefined),
    completedAt: status === 'COMPLETED' ? completedAt : undefined,
  };
}

function statusOf(assignees: readonly Progress[]): string | undefined {
  if (assignees.length === 0) return undefined;
  const statuses = new Set(assignees.map(({ status }) => status));
  if (!statuses.has('PENDING') && !statuses.has('IN_PROGRESS')) {
    if (statuses.has('COMPLETED')) return 'COMPLETED';
    return statuses.has('EXPIRED') ? 'EXPIRED' : 'CANCELLED';
  }
  return statuses.has('IN_PROGRESS') || statuses.has('COMPLETED') ? 'IN_PROGRESS' : 'PENDING';
}

function isAssigned(action: Action | undefined, personId: string): boolean {
  return action?.assigneeStatuses.some(({ assigneeId }) => assigneeId === personId) ?? false;
}

function percent(all: readonly Progress[]): number | undefined {
  const completed = all.filter(({ status }) => status === 'COMPLETED').length;
  return all.length === 0 ? undefined : Math.floor((100 * completed) / all.length);
}

/** Null counts as absent. */
function withoutNulls(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** Title and description as they are answered. */
function textsOf({ title, description }: { title: Body; description?: Body }): Body {
  const answered = (text: Body): Body => {
    const all = [text['defaultValue'], ...Object.values(text['langValues'] ?? {})] as string[];
    return { ...text, valid: all.every((each) => each.trim() !== '') };
  };
  return { title: answered(title), ...(description && { description: answered(description) }) };
}

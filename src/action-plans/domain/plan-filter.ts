import { isWholeDay, MS_PER_DAY } from '../../shared-kernel/date-time.js';
import { foldText } from '../../shared-kernel/folding.js';
import { textsOf } from '../../shared-kernel/multi-language.js';
import type { ActionState } from './action.js';
import type { ActionStatus, ActionType, FocusType } from './enumerations.js';

/**
 * A plan matches when it has the creator and the text of a plan that are set, and one of its actions satisfies
 * everything else that is set (docs/contract.md, "Action plans").
 */
export interface PlanFilter {
  readonly status?: ActionStatus;
  readonly focusType?: FocusType;
  readonly hierarchyId?: string;
  readonly assigneeId?: string;
  readonly actionType?: ActionType;
  /** Occurs in a title or description of the action, in any language, in any case. */
  readonly q?: string;
  /** Only overdue actions match, see {@link overdueAfter}. */
  readonly overdue?: boolean;
  /** The creator of the plan. */
  readonly createdBy?: string;
  /** Occurs in the title or description of the plan, in any language, in any case. */
  readonly planText?: string;
}

type KeyedFilter = Exclude<keyof PlanFilter, 'q' | 'overdue' | 'createdBy' | 'planText'>;

/** The values of an action that each filter compares. */
const VALUES: { readonly [Name in KeyedFilter]: (action: ActionState) => readonly string[] } = {
  status: ({ status }) => [status],
  focusType: ({ focusItems }) => focusItems.map(({ focusType }) => focusType),
  hierarchyId: ({ hierarchyIds }) => hierarchyIds,
  assigneeId: ({ assigneeStatuses }) => assigneeStatuses.map(({ assigneeId }) => assigneeId),
  actionType: ({ actionType }) => [actionType],
};

/**
 * The keys by which filters find an action. They begin with the company, so that an index over all companies reads
 * those of one.
 */
export function filterKeysOf(action: ActionState): string[] {
  const keys = Object.entries(VALUES).flatMap(([name, valuesOf]) =>
    valuesOf(action).map((value) => keyOf(action.companyId, name, value)),
  );
  return [...new Set(keys)];
}

/** The keys that an action must have to satisfy a filter. */
export function wantedKeys(companyId: string, filter: PlanFilter): string[] {
  return Object.keys(VALUES).flatMap((name) => {
    const value = filter[name as KeyedFilter];
    return value === undefined ? [] : [keyOf(companyId, name, value)];
  });
}

/**
 * The texts of an action that `q` searches, or of a plan that `planText` searches, folded. Nothing that a query may
 * contain separates them.
 */
export function searchTextOf({ title, description }: Pick<ActionState, 'title' | 'description'>): string {
  return [title, ...(description ? [description] : [])].flatMap(textsOf).map(foldText).join('\n');
}

/**
 * The time after which an action is overdue: its due date, or the end of that day (UTC) when it has no time. Undefined
 * if there is none, or the action is completed or cancelled.
 */
export function overdueAfter({ dueDate, status }: ActionState): Date | undefined {
  if (dueDate === undefined || status === 'COMPLETED' || status === 'CANCELLED') return undefined;
  const due = new Date(dueDate);
  return isWholeDay(due) ? new Date(due.getTime() + MS_PER_DAY) : due;
}

function keyOf(companyId: string, name: string, value: string): string {
  return `${companyId}:${name}:${value}`;
}

/** The keys of actions to which employees are assigned. */
export function assigneeKeysOf(companyId: string, employeeIds: readonly string[]): string[] {
  return employeeIds.map((id) => keyOf(companyId, 'assigneeId', id));
}

import type { ActionState } from './action-state.js';
import { ACTION_STATUSES, type ActionStatus } from './enumerations.js';
import { overdueAfter } from './plan-filter.js';
import { OPEN_STATUSES } from './progress.js';
import { SummaryCalendar, type DueWindow } from './summary-calendar.js';

/** Numbers of actions, as a summary of plans counts them. */
export interface PlanFigures {
  readonly byStatus: Readonly<Record<ActionStatus, number>>;
  readonly overdue: number;
  readonly dueIn7Days: number;
  /** Includes those of the 7 days. */
  readonly dueIn30Days: number;
}

/** Actions that count alike. */
interface CountedActions {
  readonly status: ActionStatus;
  /** Undefined unless they are open and have a due date. */
  readonly window: DueWindow | undefined;
  readonly actions: number;
}

export function countFigures(counted: readonly CountedActions[]): PlanFigures {
  const sum = (isCounted: (one: CountedActions) => boolean): number =>
    counted.reduce((total, one) => total + (isCounted(one) ? one.actions : 0), 0);
  const dueIn = (...windows: DueWindow[]): number =>
    sum(({ window }) => window !== undefined && windows.includes(window));
  return {
    byStatus: Object.fromEntries(
      ACTION_STATUSES.map((status) => [status, sum((one) => one.status === status)]),
    ) as PlanFigures['byStatus'],
    overdue: dueIn('OVERDUE'),
    dueIn7Days: dueIn('IN_7_DAYS'),
    dueIn30Days: dueIn('IN_7_DAYS', 'IN_30_DAYS'),
  };
}

/**
 * Only open actions are overdue or due: an `EXPIRED` one is not worked on any more.
 * @param timeZone - IANA name
 */
export function planFigures(actions: readonly ActionState[], now: Date, timeZone: string): PlanFigures {
  const calendar = new SummaryCalendar(now, timeZone);
  return countFigures(
    actions.map((action) => {
      const after = OPEN_STATUSES.includes(action.status) ? overdueAfter(action) : undefined;
      return { status: action.status, window: after && calendar.windowOf(after), actions: 1 };
    }),
  );
}

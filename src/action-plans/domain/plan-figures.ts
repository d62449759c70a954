import type { ActionState } from './action-state.js';
import { ACTION_STATUSES, type ActionStatus } from './enumerations.js';
import { overdueAfter } from './plan-filter.js';
import { SummaryCalendar, type DueWindow } from './summary-calendar.js';

/** Numbers of actions, as a summary of plans counts them. */
export interface PlanFigures {
  readonly byStatus: Readonly<Record<ActionStatus, number>>;
  readonly overdue: number;
  readonly dueIn7Days: number;
  /** Includes those of the 7 days. */
  readonly dueIn30Days: number;
}

/** Only these are overdue or due; an `EXPIRED` action is not worked on any more. */
const OPEN: readonly ActionStatus[] = ['PENDING', 'IN_PROGRESS'];

/** @param timeZone - IANA name */
export function planFigures(actions: readonly ActionState[], now: Date, timeZone: string): PlanFigures {
  const calendar = new SummaryCalendar(now, timeZone);
  const windows = actions.map((action): DueWindow | undefined => {
    const after = OPEN.includes(action.status) ? overdueAfter(action) : undefined;
    return after && calendar.windowOf(after);
  });
  const count = (...wanted: DueWindow[]): number =>
    windows.filter((window) => window !== undefined && wanted.includes(window)).length;
  return {
    byStatus: Object.fromEntries(
      ACTION_STATUSES.map((status) => [status, actions.filter((action) => action.status === status).length]),
    ) as PlanFigures['byStatus'],
    overdue: count('OVERDUE'),
    dueIn7Days: count('IN_7_DAYS'),
    dueIn30Days: count('IN_7_DAYS', 'IN_30_DAYS'),
  };
}

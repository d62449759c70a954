import { ACTION_STATUSES, FOCUS_TYPES } from '../../src/action-plans/index.js';
import type { Body } from './builders/plan.js';

/** An action of a plan as it is imported. */
export interface ModelAction {
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt?: string;
  readonly dueDate?: string;
  readonly hierarchyIds: readonly string[];
  readonly focusItems: readonly { readonly focusType: string }[];
}

export interface ModelArea {
  readonly id: string;
  readonly name: string;
  readonly children: readonly ModelArea[];
}

const DAY_MS = 86_400_000;

/** The day of a moment by the clock of a zone, `YYYY-MM-DD`. */
const daysIn = (timeZone: string): ((moment: string) => string) => {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  return (moment) => format.format(new Date(moment));
};

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Monday of the week of a day. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

const subtree = (area: ModelArea): string[] => [area.id, ...area.children.flatMap(subtree)];

const flat = (area: ModelArea): ModelArea[] => [area, ...area.children.flatMap(flat)];

/** The summary of actions, counted one by one. @param areas - all of them, of which each has a row */
export function summaryModel(
  actions: readonly ModelAction[],
  areas: readonly ModelArea[],
  { now, timeZone }: { readonly now: string; readonly timeZone: string },
): Body {
  const dayOf = daysIn(timeZone);
  const today = dayOf(now);
  const isOpen = ({ status }: ModelAction) => ['PENDING', 'IN_PROGRESS'].includes(status);
  const isOverdue = (action: ModelAction): boolean => {
    const { dueDate } = action;
    if (!isOpen(action) || dueDate === undefined) return false;
    return dueDate.endsWith('T00:00:00.000Z') ? dueDate.slice(0, 10) < today : dueDate < now;
  };
  const isDueIn = (days: number) => (action: ModelAction) => {
    const { dueDate } = action;
    if (!isOpen(action) || dueDate === undefined || isOverdue(action)) return false;
    const day = dueDate.endsWith('T00:00:00.000Z') ? dueDate.slice(0, 10) : dayOf(dueDate);
    return day <= addDays(today, days);
  };
  const figures = (some: readonly ModelAction[]) => ({
    actions: some.length,
    completed: some.filter(({ status }) => status === 'COMPLETED').length,
    overdue: some.filter(isOverdue).length,
  });
  const weeks = Array.from({ length: 12 }, (_, index) => addDays(mondayOf(today), (index - 11) * 7));
  const inWeek = (week: string, time: string | undefined) =>
    time !== undefined && mondayOf(dayOf(time)) === week;
  return {
    byStatus: Object.fromEntries(
      ACTION_STATUSES.map((status) => [status, actions.filter((each) => each.status === status).length]),
    ),
    overdue: actions.filter(isOverdue).length,
    dueIn7Days: actions.filter(isDueIn(7)).length,
    dueIn30Days: actions.filter(isDueIn(30)).length,
    weeks: weeks.map((week) => ({
      week,
      created: actions.filter(({ createdAt }) => inWeek(week, createdAt)).length,
      completed: actions.filter(({ completedAt }) => inWeek(week, completedAt)).length,
    })),
    areas: areas.flatMap(flat).map((area) => {
      const ids = subtree(area);
      const targeting = actions.filter(({ hierarchyIds }) => hierarchyIds.some((id) => ids.includes(id)));
      return { hierarchyId: area.id, name: area.name, ...figures(targeting) };
    }),
    focusTypes: FOCUS_TYPES.map((focusType) => ({
      focusType,
      ...figures(actions.filter(({ focusItems }) => focusItems.some((item) => item.focusType === focusType))),
    })),
  };
}

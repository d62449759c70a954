import { newId } from '../../shared-kernel/id.js';
import type { DemoWorkforce } from './demo-workforce.js';
import { pick, type DemoEmployee } from './employees.js';
import { localTime } from './local-time.js';

interface Span {
  readonly startTime: string;
  readonly endTime?: string;
  readonly breaks: readonly {
    readonly startTime: string;
    readonly endTime: string;
    readonly duration: number;
  }[];
  readonly periodType: string;
}

type Author = Pick<DemoEmployee, 'email' | 'externalId'>;

interface Entry extends Span, Author {
  readonly id: string;
  readonly timeZone: string;
  readonly changeHistory: readonly (Span & {
    readonly changeReason: string;
    readonly changedBy: Author;
    readonly changedAt: string;
  })[];
}

/** Entries of a demo company as records for the import; what is undefined is left out of them. */
export interface DemoTimesheets {
  readonly timesheets: readonly (Entry & { readonly active: boolean })[];
  readonly deletedTimesheets: readonly (Entry & {
    readonly originalTimesheetId: string;
    readonly deletedAt: string;
    readonly deletedBy: string;
    readonly deletedReason: string;
  })[];
}

/** Whose entries, and by what clocks. */
export interface DemoTime {
  readonly timeZone: string;
  readonly now: number;
  /** Of the group of those who work by night. */
  readonly nightsId: string;
  /** Id of the user who deletes entries. */
  readonly deletedBy: string;
  readonly reasons: DemoWorkforce['reasons'];
}

const DAYS = 8 * 7;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What is no ordinary work, by a number that goes with the day. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [3, 'ABSENCE'],
  [11, 'TRAVEL'],
]);

const text = (moment: number): string => new Date(moment).toISOString();

/**
 * Eight weeks of work up to now, of each third person: by day and by night, with breaks, travel, stand-by, absence and
 * corrections; some of it deleted, some not over yet.
 */
export function demoTimesheets(employees: readonly DemoEmployee[], time: DemoTime): DemoTimesheets {
  const { timeZone, now, nightsId, deletedBy, reasons } = time;
  const at = localTime(timeZone);
  const made = {
    timesheets: [] as DemoTimesheets['timesheets'][number][],
    deletedTimesheets: [] as DemoTimesheets['deletedTimesheets'][number][],
  };
  const { email, externalId } = employees[1] ?? {};
  const workers = employees.filter((_, index) => index % 3 === 1);
  workers.forEach((worker, turn) => {
    const lastMoment = Math.min(now, Date.parse(worker.turnoverDate ?? text(now)));
    for (let daysAgo = DAYS; daysAgo >= 0; daysAgo--) {
      const day = now - daysAgo * DAY_MS;
      const span = spanOf(turn, daysAgo, worker.groupIds.includes(nightsId), (minutes) => at(day, minutes));
      if (!span || Date.parse(span.startTime) > lastMoment) continue;
      const end = Date.parse(span.endTime);
      const number = turn * 7 + daysAgo;
      if (end > now) {
        made.timesheets.push({ ...entryOf(worker, timeZone, begun(span, now)), active: true });
      } else if (number % 37 === 5) {
        made.deletedTimesheets.push({
          ...entryOf(worker, timeZone, span),
          originalTimesheetId: newId(),
          deletedAt: text(Math.min(now, end + 90 * MINUTE_MS)),
          deletedBy,
          deletedReason: pick(reasons.deletion, turn),
        });
      } else {
        const change = {
          ...span,
          startTime: text(Date.parse(span.startTime) + 20 * MINUTE_MS),
          changeReason: pick(reasons.change, turn),
          changedBy: { email, externalId },
          changedAt: text(Math.min(now, end + 60 * MINUTE_MS)),
        };
        const changeHistory = number % 23 === 4 ? [change] : [];
        made.timesheets.push({ ...entryOf(worker, timeZone, span), active: false, changeHistory });
      }
    }
  });
  return made;
}

function entryOf({ email, externalId }: DemoEmployee, timeZone: string, span: Span): Entry {
  return { id: newId(), email, externalId, timeZone, ...span, changeHistory: [] };
}

/** What somebody did on a day; undefined when they were off. */
function spanOf(
  turn: number,
  daysAgo: number,
  isByNight: boolean,
  moment: (minutes: number) => number,
): (Span & { readonly endTime: string }) | undefined {
  const weekday = new Date(moment(12 * 60)).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const isOnCall = weekday === 6 && turn % 4 === 2;
  if (isWeekend && !isOnCall) return undefined;
  const periodType = isOnCall ? 'ON_CALL' : (KINDS.get((turn * 7 + daysAgo * 3) % 31) ?? 'ACTIVE');
  const hour = isOnCall ? 10 : isByNight ? 22 : 8;
  const start = moment(hour * 60 + ((turn * 13 + daysAgo * 7) % 25));
  const length = isOnCall ? 4 * 60 : 8 * 60 + ((turn * 5 + daysAgo * 11) % 40);
  const after = (minutes: number): string => text(start + minutes * MINUTE_MS);
  const pauses = periodType === 'ACTIVE' ? [[240, 30], ...(daysAgo % 3 === 0 ? [[385, 15]] : [])] : [];
  return {
    startTime: text(start),
    endTime: after(length),
    breaks: pauses.map(([begin = 0, minutes = 0]) => ({
      startTime: after(begin),
      endTime: after(begin + minutes),
      duration: minutes * 60,
    })),
    periodType,
  };
}

/** What of a span lies before now. */
function begun({ startTime, breaks, periodType }: Span, now: number): Span {
  return { startTime, breaks: breaks.filter(({ endTime }) => Date.parse(endTime) <= now), periodType };
}

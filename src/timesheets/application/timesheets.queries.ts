import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { INT32_MAX } from '../../shared-kernel/int32.js';
import type { PageWindow, RenderedPage } from '../../shared-kernel/page-window.js';
import { checkPeriod, isMixed, type Period } from '../domain/period.js';
import { InvalidPeriod } from '../domain/timesheet.errors.js';
import { listTimesheets, type Selection } from './timesheet-statements.queries.js';

/** Filters of a list of entries. */
export interface TimesheetFilter extends Period {
  /** In any case. */
  readonly email?: string | undefined;
}

interface Page extends Record<string, unknown> {
  readonly total: number;
  readonly isReversed: boolean;
  readonly entries: string;
}

/** Reads timesheet entries. A page is the stored documents of its entries, in one round trip. */
@Injectable()
export class TimesheetsQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * A window of a list, as JSON in its envelope: live entries by start, deleted ones by deletion, then by id.
   * `to` has 32 bits; the default end of a page may exceed them.
   * @throws {InvalidPeriod} when the period ends before it begins
   */
  async list(
    list: Selection['list'],
    companyId: string,
    { from, to }: PageWindow,
    filter: TimesheetFilter,
  ): Promise<RenderedPage> {
    checkPeriod(filter);
    const { email, dateFrom, dateTo } = filter;
    const byPeriod = dateFrom !== undefined || dateTo !== undefined;
    const [row] = await this.sql.query<Page>(
      listTimesheets({ list, byEmail: email !== undefined, byPeriod }),
      [
        companyId,
        from,
        to - from,
        ...(byPeriod ? [...valuesOf(dateFrom), ...valuesOf(dateTo)] : []),
        ...(email === undefined ? [] : [foldEmail(email)]),
      ],
    );
    const { total = 0, entries = '', isReversed = false } = row ?? {};
    if (isReversed && isMixed(filter)) throw new InvalidPeriod();
    const end = Math.min(to, INT32_MAX);
    const counts = `"from":${from},"to":${end},"total":${total},"noContent":${entries === ''}`;
    const content = `{${counts},"results":[${entries}]}`;
    return { content, total };
  }
}

/** A day and a moment, one of which is null. */
function valuesOf(end: DayOrMoment | undefined): (string | null)[] {
  if (!end) return [null, null];
  return 'day' in end ? [end.day, null] : [null, end.moment.toISOString()];
}

import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { TimesheetCompanyNotFound } from '../domain/timesheet.errors.js';

/** A list whose counters are not what it has. */
export interface WrongCounter {
  readonly companyId: string;
  readonly list: 'live' | 'deleted';
  /** In lower case; null for the list of everybody. */
  readonly email: string | null;
  readonly counted: number;
  readonly actual: number;
  /** Blocks that have another number of entries than it is said of them; at least one. */
  readonly wrongBlocks: number;
}

const LIST_COMPANIES = {
  name: 'timesheets.companies',
  text: `
    SELECT id FROM company
    WHERE EXISTS (SELECT FROM timesheet_entry WHERE company_id = company.id)
      OR EXISTS (SELECT FROM timesheet_block WHERE company_id = company.id)
    ORDER BY id`,
};

/** Entries and first keys of blocks in the order of each list: an entry belongs to the last block before it. */
const CHECK_COMPANY = {
  name: 'timesheets.check-counters',
  text: `
    WITH listed AS (
      SELECT e.is_deleted, s.email_key, e.listed_at, e.id, NULL::integer AS counted
      FROM timesheet_entry e CROSS JOIN LATERAL (VALUES (''), (e.email_key)) s (email_key)
      WHERE e.company_id = $1 AND s.email_key IS NOT NULL
      UNION ALL
      SELECT is_deleted, email_key, first_at, first_id, entries FROM timesheet_block WHERE company_id = $1
    ),
    placed AS (
      SELECT is_deleted, email_key, counted, count(counted) OVER (
        PARTITION BY is_deleted, email_key ORDER BY listed_at, id, counted NULLS LAST ROWS UNBOUNDED PRECEDING
      ) AS block
      FROM listed
    ),
    compared AS (
      SELECT is_deleted, email_key, coalesce(sum(counted), 0) AS counted, count(*) - count(counted) AS actual
      FROM placed GROUP BY is_deleted, email_key, block
    )
    SELECT c.id AS "companyId", CASE WHEN w.is_deleted THEN 'deleted' ELSE 'live' END AS list,
      nullif(w.email_key, '') AS email, w.counted::float8 AS counted, w.actual::float8 AS actual,
      w.wrong::integer AS "wrongBlocks"
    FROM company c LEFT JOIN LATERAL (
      SELECT is_deleted, email_key, sum(counted) AS counted, sum(actual) AS actual,
        count(*) FILTER (WHERE counted <> actual) AS wrong
      FROM compared GROUP BY is_deleted, email_key HAVING bool_or(counted <> actual)
    ) w ON true
    WHERE c.id = $1
    ORDER BY w.is_deleted, w.email_key`,
};

/** Compares the counters of timesheets with what they count. */
@Injectable()
export class TimesheetCountersQueries {
  constructor(private readonly sql: Sql) {}

  /** The companies that have timesheets. */
  async companies(): Promise<string[]> {
    return (await this.sql.query<{ id: string }>(LIST_COMPANIES)).map(({ id }) => id);
  }

  /**
   * The lists that are counted wrong, as of one moment; nobody who writes waits for it.
   * @throws {TimesheetCompanyNotFound}
   */
  async findWrong(companyId: string): Promise<WrongCounter[]> {
    const rows = await this.sql.query<WrongCounter & Record<string, unknown>>(CHECK_COMPANY, [companyId]);
    if (rows.length === 0) throw new TimesheetCompanyNotFound(companyId);
    return rows.filter(({ counted }) => (counted as number | null) !== null);
  }
}

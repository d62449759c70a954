import { TimesheetCountersQueries } from '../../src/timesheets/application/timesheet-counters.queries.js';
import type { TestApp } from './test-app.js';

/** What each list has, counted entry by entry, and what its blocks say. */
const COMPARE = `
  WITH actual AS (
    SELECT company_id, is_deleted, s.email_key, count(*)::integer AS entries
    FROM timesheet_entry e CROSS JOIN LATERAL (VALUES (''), (e.email_key)) s (email_key)
    WHERE s.email_key IS NOT NULL GROUP BY 1, 2, 3
  ),
  counted AS (
    SELECT company_id, is_deleted, email_key, sum(entries)::integer AS entries, max(entries) AS largest,
      min(first_at) = '-infinity' AS "isWhole"
    FROM timesheet_block GROUP BY 1, 2, 3
  )
  SELECT coalesce(a.company_id, c.company_id) AS "companyId", coalesce(a.is_deleted, c.is_deleted) AS "isDeleted",
    coalesce(a.email_key, c.email_key) AS email, coalesce(a.entries, 0) AS actual, coalesce(c.entries, 0) AS counted,
    coalesce(c.largest, 0) AS largest, coalesce(c."isWhole", false) AS "isWhole"
  FROM actual a FULL JOIN counted c USING (company_id, is_deleted, email_key)`;

/** Fails when a counter is not what it counts, or when blocks are not as they should be after a transaction. */
export async function expectRightCounters(app: TestApp, blockSize: number): Promise<void> {
  const lists = await app.sql<{
    actual: number;
    counted: number;
    largest: number;
    isWhole: boolean;
  }>(COMPARE);
  for (const { actual, counted, largest, isWhole } of lists) {
    expect({ counted, isWhole }).toEqual({ counted: actual, isWhole: true });
    expect(counted).toBeGreaterThan(0);
    expect(largest).toBeLessThanOrEqual(2 * blockSize);
  }
  expect(await app.sql('SELECT FROM timesheet_block_change')).toEqual([]);
  const queries = app.app.get(TimesheetCountersQueries, { strict: false });
  for (const { id } of await app.sql<{ id: string }>('SELECT id FROM company')) {
    expect(await queries.findWrong(id)).toEqual([]);
  }
}

import { DeletedTimesheetsImporter, TimesheetsImporter } from '../../src/timesheets/index.js';
import type { ImportCounts } from '../../src/shared-kernel/record-importer.js';
import type { Transaction } from '../../src/shared-kernel/transaction.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import type { Body } from './builders/plan.js';
import type { TestApp } from './test-app.js';

/** Imports live entries, as `wes import` does. */
export function putLive(
  { app }: TestApp,
  companyId: string,
  records: readonly unknown[],
  transaction?: Transaction,
): Promise<ImportCounts> {
  return app.get(TimesheetsImporter, { strict: false }).import(companyId, records, transaction);
}

/** Imports deleted entries, as `wes import` does. */
export function putDeleted(
  { app }: TestApp,
  companyId: string,
  records: readonly unknown[],
  transaction?: Transaction,
): Promise<ImportCounts> {
  return app.get(DeletedTimesheetsImporter, { strict: false }).import(companyId, records, transaction);
}

/** Calls that are batches of one import. */
export function inOneImport<T>(
  { app }: TestApp,
  work: (put: typeof putLive, remove: typeof putDeleted) => Promise<T>,
): Promise<T> {
  return app.get(UnitOfWork, { strict: false }).run((transaction) =>
    work(
      (...given) => putLive(given[0], given[1], given[2], transaction),
      (...given) => putDeleted(given[0], given[1], given[2], transaction),
    ),
  );
}

/** Every entry and count, as they are stored. */
export async function everything(app: TestApp): Promise<unknown[]> {
  return [
    await app.sql('SELECT * FROM timesheet_entry ORDER BY company_id, id'),
    await app.sql('SELECT * FROM timesheet_day_count ORDER BY company_id, list, day'),
  ];
}

const COMPARE_COUNTS = `
  SELECT * FROM (
    SELECT company_id, list, (listed_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS entries
    FROM timesheet_entry GROUP BY 1, 2, 3
  ) actual FULL JOIN timesheet_day_count counted USING (company_id, list, day)
  WHERE actual.entries IS DISTINCT FROM counted.entries`;

/** Fails when the count of a day is not the number of its entries. */
export async function expectExactCounts(app: TestApp): Promise<void> {
  expect(await app.sql(COMPARE_COUNTS)).toEqual([]);
}

export const idsOf = (records: readonly Body[]): unknown[] => records.map(({ id }) => id);

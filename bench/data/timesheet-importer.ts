import { DataSource } from 'typeorm';
import { timesheetBatch } from './timesheets.js';

const DIST = new URL('../../dist/src/', import.meta.url);
const BATCH = 5_000;

/** Puts entries in as `wes import` does, by the built importer and in one transaction. @returns milliseconds */
export async function importTimesheets(
  databaseUrl: string,
  companyId: string,
  count: number,
): Promise<number> {
  const { TimesheetsImporter } = (await load(
    'timesheets/application/timesheet-importers.js',
  )) as typeof import('../../src/timesheets/application/timesheet-importers.js');
  const { SqlTimesheetRepository } = (await load(
    'timesheets/infrastructure/sql-timesheet.repository.js',
  )) as typeof import('../../src/timesheets/infrastructure/sql-timesheet.repository.js');
  const { Transactions } = (await load(
    'platform/database/transactions.js',
  )) as typeof import('../../src/platform/database/transactions.js');
  const dataSource = await new DataSource({ type: 'postgres', url: databaseUrl }).initialize();
  try {
    const transactions = new Transactions(dataSource);
    const importer = new TimesheetsImporter(new SqlTimesheetRepository(transactions));
    const startedAt = performance.now();
    await transactions.run(async (_manager, transaction) => {
      for (let at = 0; at < count; at += BATCH) {
        await importer.import(companyId, timesheetBatch(at, Math.min(BATCH, count - at)), transaction);
      }
    });
    return performance.now() - startedAt;
  } finally {
    await dataSource.destroy();
  }
}

function load(path: string): Promise<unknown> {
  return import(new URL(path, DIST).href);
}

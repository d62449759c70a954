import { DeletedTimesheetsImporter, TimesheetsImporter } from '../../src/timesheets/index.js';
import type { ImportCounts } from '../../src/shared-kernel/record-importer.js';
import type { Transaction } from '../../src/shared-kernel/transaction.js';
import type { Body } from './builders/plan.js';
import { runSql } from './databases.js';
import type { TestApp } from './test-app.js';

/** Blocks of so few entries are cut and joined by small tests. */
export function shrinkBlocks(databaseUrl: string, entries: number): Promise<unknown> {
  return runSql(
    databaseUrl,
    `CREATE OR REPLACE FUNCTION timesheet_block_size() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT ${entries} $$`,
  );
}

/** Puts live entries in, as `wes import` does. */
export function putLive(
  { app }: TestApp,
  companyId: string,
  records: readonly unknown[],
  transaction?: Transaction,
): Promise<ImportCounts> {
  return app.get(TimesheetsImporter, { strict: false }).import(companyId, records, transaction);
}

/** Puts deleted entries in, as `wes import` does. */
export function putDeleted(
  { app }: TestApp,
  companyId: string,
  records: readonly unknown[],
  transaction?: Transaction,
): Promise<ImportCounts> {
  return app.get(DeletedTimesheetsImporter, { strict: false }).import(companyId, records, transaction);
}

/** Every entry and counter, as they are stored. */
export async function everything(app: TestApp): Promise<unknown[]> {
  return [
    await app.sql('SELECT * FROM timesheet_entry ORDER BY id'),
    await app.sql(
      'SELECT * FROM timesheet_block ORDER BY company_id, is_deleted, email_key, first_at, first_id',
    ),
  ];
}

export const idsOf = (records: readonly Body[]): unknown[] => records.map(({ id }) => id);

import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DeletedEntry, LiveEntry } from '../domain/timesheet-entry.js';
import { TimesheetCompanyNotFound } from '../domain/timesheet.errors.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';
import { TimesheetImport } from './timesheet-import.js';

const RECOUNT = `
  SELECT rebuild_timesheet_blocks(id) FROM (SELECT id FROM company WHERE id = $1 FOR KEY SHARE) c`;

/** Entries in PostgreSQL, whose triggers count them (ADR 14). */
@Injectable()
export class SqlTimesheetRepository extends TimesheetRepository {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async putLive(
    companyId: string,
    entries: readonly LiveEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.transactions.run(
      async (manager) => (await TimesheetImport.begin(manager, companyId)).putLive(entries),
      transaction,
    );
  }

  async putDeleted(
    companyId: string,
    entries: readonly DeletedEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.transactions.run(
      async (manager) => (await TimesheetImport.begin(manager, companyId)).putDeleted(entries),
      transaction,
    );
  }

  async recount(companyId: string): Promise<void> {
    const done = await this.transactions.run((manager) => manager.query<unknown[]>(RECOUNT, [companyId]));
    if (done.length === 0) throw new TimesheetCompanyNotFound(companyId);
  }
}

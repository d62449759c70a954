import { Injectable } from '@nestjs/common';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { AnyTimesheetEntry } from '../domain/timesheet-entry.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';
import { toRow } from './timesheet.row.js';
import { TimesheetWriter } from './timesheet-writer.js';

/** Records of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 5_000;

/** Entries in PostgreSQL, counted per day (ADR 18). */
@Injectable()
export class SqlTimesheetRepository extends TimesheetRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  upsertAll(
    companyId: string,
    entries: readonly AnyTimesheetEntry[],
    given?: Transaction,
  ): Promise<ImportCounts> {
    return this.unitOfWork.run(async (transaction) => {
      const writer = await TimesheetWriter.lock(managerOf(transaction), companyId);
      const sum = { created: 0, updated: 0, unchanged: 0 };
      for (let at = 0; at < entries.length; at += BATCH) {
        const rows = entries.slice(at, at + BATCH).map(toRow);
        const { created, updated } = await writer.upsertAll(rows, at);
        sum.created += created;
        sum.updated += updated;
        sum.unchanged += rows.length - created - updated;
      }
      return sum;
    }, given);
  }
}

import { Injectable } from '@nestjs/common';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { MS_PER_DAY } from '../../shared-kernel/date-time.js';
import type { ImportCounts, PlacedRecord } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { WorkedPeriod } from '../domain/overlaps.js';
import type { ImportedEntry, TimesheetEntry } from '../domain/timesheet-entry.js';
import {
  TimesheetRepository,
  type FoundTimesheets,
  type TimesheetChanges,
  type TimesheetKeys,
} from '../domain/timesheet.repository.js';
import { TimesheetImport } from './timesheet-import.js';
import { toRow } from './timesheet.row.js';
import { TimesheetWriter } from './timesheet-writer.js';

/** Records of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 5_000;

/** Longest time before an entry in which those that are compared have begun. */
const COMPARED_MS = 7 * MS_PER_DAY;

const overlaps = (isOfPerson: string, startTime: string): string => `
  EXISTS (
    SELECT FROM timesheet_entry e
    WHERE e.company_id = $1 AND e.list = 'live' AND ${isOfPerson}
      AND e.${startTime} > w.after AND e.${startTime} < w."endTime"
      AND (e.document ->> 'endTime')::timestamptz > greatest(w."startTime", e.start_time) AND e.id <> ALL ($3::text[])
  )`;

/** `$1` company, `$2` periods, `$3` ids of entries that are not compared. A live entry is listed by its start. */
const FIND_OVERLAPPING = `
  SELECT w.id
  FROM json_to_recordset($2::json) AS w (
    id text, "emailKey" text, "externalId" text, after timestamptz, "startTime" timestamptz, "endTime" timestamptz
  )
  WHERE ${overlaps('e.email_key = w."emailKey"', 'listed_at')}
    OR ${overlaps(`e.document ->> 'externalId' = w."externalId"`, 'start_time')}`;

/** Entries in PostgreSQL, counted per day (ADR 18). */
@Injectable()
export class SqlTimesheetRepository extends TimesheetRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  upsertAll(
    companyId: string,
    entries: readonly PlacedRecord<ImportedEntry>[],
    given?: Transaction,
  ): Promise<ImportCounts> {
    return this.unitOfWork.run(async (transaction) => {
      const imported = await TimesheetImport.open(managerOf(transaction), companyId);
      const sum = { created: 0, updated: 0, unchanged: 0 };
      for (let at = 0; at < entries.length; at += BATCH) {
        const batch = entries.slice(at, at + BATCH);
        const { created, updated } = await imported.upsertAll(batch);
        sum.created += created;
        sum.updated += updated;
        sum.unchanged += batch.length - created - updated;
      }
      return sum;
    }, given);
  }

  async findForChange(
    companyId: string,
    { ids, externalIds }: TimesheetKeys,
    transaction: Transaction,
  ): Promise<FoundTimesheets> {
    const manager = managerOf(transaction);
    const writer = await TimesheetWriter.lock(manager, companyId);
    const known = await writer.find([...new Set(ids)]);
    const named = await writer.findByExternalIds([...new Set(externalIds)]);
    const takenIds = new Set([...known.values()].flatMap(({ id, list }) => (list === 'deleted' ? [id] : [])));
    const documents = new Map(
      [...known.values(), ...named].flatMap(({ id, document }) => (takenIds.has(id) ? [] : [[id, document]])),
    );
    const [row] = await manager.query<[{ at: Date }]>('SELECT clock_timestamp() AS at');
    const live = [...documents.values()].map((document) => JSON.parse(document) as TimesheetEntry);
    return { live, takenIds, at: row.at.toISOString() };
  }

  async findOverlapping(
    companyId: string,
    periods: readonly WorkedPeriod[],
    exceptIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    if (periods.length === 0) return new Set();
    const searched = periods.map((period) => ({
      ...period,
      after: new Date(Date.parse(period.startTime) - COMPARED_MS).toISOString(),
    }));
    const values = [companyId, JSON.stringify(searched), exceptIds];
    const found = await managerOf(transaction).query<{ id: string }[]>(FIND_OVERLAPPING, values);
    return new Set(found.map(({ id }) => id));
  }

  async changeAll(
    companyId: string,
    { written, removedIds, deleted }: TimesheetChanges,
    transaction: Transaction,
  ): Promise<void> {
    if (written.length + removedIds.length + deleted.length === 0) return;
    const writer = await TimesheetWriter.lock(managerOf(transaction), companyId);
    const before = new Map(written.flatMap(({ before }) => (before ? [[before.id, toRow(before)]] : [])));
    const rows = [...written.map(({ after }) => after), ...deleted].map(toRow);
    await writer.write({ rows, removedIds }, before);
  }
}

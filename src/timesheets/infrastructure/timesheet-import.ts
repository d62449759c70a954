import type { EntityManager } from 'typeorm';
import { newId } from '../../shared-kernel/id.js';
import {
  givenTwice,
  idTaken,
  type ImportCounts,
  type PlacedRecord,
} from '../../shared-kernel/record-importer.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { ImportedEntry } from '../domain/timesheet-entry.js';
import { toRow, type TimesheetRow } from './timesheet.row.js';
import { firstEntry, idsOf, TimesheetWriter, type KnownEntry } from './timesheet-writer.js';

/** Room for the ids of a million entries. Without it the server writes them to disk, for twice the time. */
const KEEP_IDS_IN_MEMORY = `SET LOCAL temp_buffers = '128MB'`;

/** The ids of one import that it has not written, or has removed again. Entries that it has written name it. */
const CREATE_IMPORTED_IDS =
  'CREATE TEMP TABLE IF NOT EXISTS timesheet_import (id text COLLATE "C" PRIMARY KEY) ON COMMIT DROP';

const NOTE_IDS = 'INSERT INTO timesheet_import SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';

const FIND_NOTED = 'SELECT id FROM timesheet_import WHERE id = ANY ($1::text[])';

export const FIND_REPLACED = `
  SELECT e.original_timesheet_id AS id
  FROM unnest($2::text[]) AS given (key) CROSS JOIN LATERAL (
    ${firstEntry('original_timesheet_id', 'original_timesheet_id')}
  ) e`;

type Entry = PlacedRecord<ImportedEntry>;

/** Imports entries of one company within a transaction: known ones are updated, and deletion wins. */
export class TimesheetImport {
  private constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
    private readonly writer: TimesheetWriter,
  ) {}

  /**
   * Waits for others who write entries of the company.
   * @throws {TimesheetCompanyNotFound}
   */
  static async open(manager: EntityManager, companyId: string): Promise<TimesheetImport> {
    const writer = await TimesheetWriter.lock(manager, companyId);
    await manager.query(KEEP_IDS_IN_MEMORY);
    await manager.query(CREATE_IMPORTED_IDS);
    return new TimesheetImport(manager, companyId, writer);
  }

  /**
   * Removes the live entries that the rows replace. Deletion wins: an entry that is stored as deleted stays so, and one
   * that a deletion replaces does not return, unless a request has made it again.
   * @throws {ValidationFailed}
   */
  async upsertAll(entries: readonly Entry[]): Promise<Pick<ImportCounts, 'created' | 'updated'>> {
    const rows = await this.identify(entries);
    const known = await this.findKnown(rows, entries);
    const live = rows.filter(({ list }) => list === 'live');
    const replaced = await this.findIds(FIND_REPLACED, [this.companyId, idsOf(live)]);
    const isDeleted = (id: string): boolean => {
      const stored = known.get(id);
      return stored ? stored.list === 'deleted' : replaced.has(id);
    };
    const written = rows.filter((row) => {
      if (row.list === 'live' && isDeleted(row.id)) return false;
      const stored = known.get(row.id);
      return stored?.list !== row.list || stored.document !== JSON.stringify(row.document);
    });
    const removedIds = written.flatMap(({ originalTimesheetId }) => originalTimesheetId ?? []);
    const removed = await this.writer.write({ rows: written, removedIds }, known);
    const ids = new Set(idsOf(written));
    const notWritten = rows.filter(({ id }) => !ids.has(id));
    await this.note([...notWritten, ...removed.filter(({ isWritten }) => isWritten)]);
    const updated = written.filter(({ id }) => known.has(id)).length;
    return { created: written.length - updated, updated };
  }

  /** Rows with the ids of the entries that they are about: a live one without an id is found by its external id. */
  private async identify(entries: readonly Entry[]): Promise<TimesheetRow[]> {
    const externalIds = entries.map(({ record }) => liveExternalId(record));
    const named = externalIds.filter((externalId) => externalId !== undefined);
    const pathOf = (at: number): string => `[${entries[at]?.index}].timesheetExternalId`;
    refuse(repeated(externalIds), pathOf, givenTwice);
    const found = await this.writer.findByExternalIds(named);
    const holders = new Map(found.map(({ externalId, id }) => [externalId, id]));
    const rows = entries.map(({ record }, at) => {
      const holder = holders.get(externalIds[at] ?? '');
      return { holder, row: toRow({ ...record, id: record.id ?? holder ?? newId() }) };
    });
    const taken = rows.flatMap(({ holder, row }, at) =>
      holder === undefined || holder === row.id ? [] : [at],
    );
    refuse(taken, pathOf, idTaken);
    return rows.map(({ row }) => row);
  }

  /** Stored entries with the ids of the rows, by id. */
  private async findKnown(
    rows: readonly TimesheetRow[],
    entries: readonly Entry[],
  ): Promise<ReadonlyMap<string, KnownEntry>> {
    const ids = idsOf(rows);
    const pathOf = (at: number): string => `[${entries[at]?.index}].id`;
    refuse(repeated(ids), pathOf, givenTwice);
    const sorted = [...ids].sort();
    const known = await this.writer.find(sorted);
    const before = await this.findIds(FIND_NOTED, [sorted]);
    for (const { id, isWritten } of known.values()) if (isWritten) before.add(id);
    refuse(indexesOf(ids, before), pathOf, givenTwice);
    const taken = await this.writer.takenAmong(sorted.filter((id) => !known.has(id)));
    refuse(indexesOf(ids, taken), pathOf, idTaken);
    return known;
  }

  private async note(entries: readonly { readonly id: string }[]): Promise<void> {
    if (entries.length > 0) await this.manager.query(NOTE_IDS, [idsOf(entries)]);
  }

  private async findIds(statement: string, values: readonly unknown[]): Promise<Set<string>> {
    const rows = await this.manager.query<{ id: string }[]>(statement, [...values]);
    return new Set(rows.map(({ id }) => id));
  }
}

/** Deleted entries keep the external id that they had, which is free then. */
function liveExternalId(entry: ImportedEntry): string | undefined {
  return 'deletedAt' in entry ? undefined : entry.timesheetExternalId;
}

/** Indexes of keys that occur earlier in the list. */
function repeated(keys: readonly (string | undefined)[]): number[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => (key !== undefined && seen.size === seen.add(key).size ? [index] : []));
}

function indexesOf(ids: readonly string[], found: ReadonlySet<string>): number[] {
  return found.size === 0 ? [] : ids.flatMap((id, index) => (found.has(id) ? [index] : []));
}

function refuse(
  indexes: readonly number[],
  pathOf: (index: number) => string,
  issueOf: (path: string) => ValidationIssue,
): void {
  if (indexes.length > 0) throw new ValidationFailed(indexes.map((index) => issueOf(pathOf(index))));
}

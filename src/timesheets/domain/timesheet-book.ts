import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../shared-kernel/id.js';
import { idTaken } from '../../shared-kernel/record-importer.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { KnownEmployees } from './known-employees.js';
import type { TimesheetChange, TimesheetContent, TimesheetKey } from './timesheet-change.js';
import type { Change, DeletedTimesheetEntry, TimesheetEntry } from './timesheet-entry.js';
import { TimesheetNotFound } from './timesheet.errors.js';
import type { FoundTimesheets, TimesheetChanges } from './timesheet.repository.js';
import { MAX_TIMESHEET_CHANGES, writtenEntryIssues } from './timesheet.rules.js';

/** An entry before and after a row: without `before` it is new, without `after` it is deleted. */
export interface AppliedChange {
  readonly id: string;
  readonly before?: TimesheetEntry;
  readonly after?: TimesheetEntry;
  /** False where the row has the entry as it is. */
  readonly isChanged: boolean;
  /** The deleted entry in place of the live one. */
  readonly deletion?: DeletedTimesheetEntry;
}

interface Circumstances {
  /** Id of the API key that changes the entries. */
  readonly apiKeyId: string;
  readonly employees: KnownEmployees;
}

/** The entries that rows of a request may concern, as the rows before have left them. A refused row changes nothing. */
export class TimesheetBook {
  private readonly stored: ReadonlyMap<string, TimesheetEntry>;
  private readonly live: Map<string, TimesheetEntry>;
  private readonly ids = new Map<string, string>();
  private readonly deleted: DeletedTimesheetEntry[] = [];

  constructor(
    private readonly found: FoundTimesheets,
    private readonly circumstances: Circumstances,
  ) {
    this.stored = new Map(found.live.map((entry) => [entry.id, entry]));
    this.live = new Map(this.stored);
    for (const { id, timesheetExternalId } of found.live)
      if (timesheetExternalId !== undefined) this.ids.set(timesheetExternalId, id);
  }

  /**
   * @throws {ValidationFailed} for an entry that is not valid, an unknown employee, or an id that is taken
   * @throws {TimesheetNotFound} for a deletion
   */
  apply(row: TimesheetChange): AppliedChange {
    return row.operation === 'put' ? this.put(row) : this.delete(row);
  }

  isStored(id: string): boolean {
    return this.stored.has(id);
  }

  /** The ids of what was stored before. */
  storedIds(): string[] {
    return [...this.stored.keys()];
  }

  /** The entries as the rows so far have left them. */
  liveEntries(): TimesheetEntry[] {
    return [...this.live.values()];
  }

  changes(): TimesheetChanges {
    const written = [...this.live].flatMap(([id, after]) => {
      const before = this.stored.get(id);
      return before === after ? [] : [{ before, after }];
    });
    const removedIds = [...this.stored.keys()].filter((id) => !this.live.has(id));
    return { written, removedIds, deleted: this.deleted };
  }

  private put({ path, key, content, reason }: Extract<TimesheetChange, { operation: 'put' }>): AppliedChange {
    const entryPath = `${path}.entry.`;
    const issues = [
      ...writtenEntryIssues({ ...content, changeHistory: [] }, entryPath),
      ...this.circumstances.employees.issuesOf(content, entryPath),
    ];
    if (issues.length > 0) throw new ValidationFailed(issues);
    const before = this.find(key);
    if (!before) return this.create(path, key, content);
    const { id, timesheetExternalId, changeHistory, ...current } = before;
    if (isDeepStrictEqual(withoutAbsent(current), withoutAbsent(content))) return { id, isChanged: false };
    const history = [...changeHistory, this.changeOf(before, reason)].slice(-MAX_TIMESHEET_CHANGES);
    const after = { id, timesheetExternalId, ...content, changeHistory: history };
    this.live.set(id, after);
    return { id, before, after, isChanged: true };
  }

  private create(path: string, key: TimesheetKey, content: TimesheetContent): AppliedChange {
    if ('id' in key && this.found.takenIds.has(key.id)) throw new ValidationFailed([idTaken(`${path}.id`)]);
    const keys = 'id' in key ? key : { id: newId(), timesheetExternalId: key.externalId };
    const after: TimesheetEntry = { ...keys, ...content, changeHistory: [] };
    this.add(after);
    return { id: after.id, after, isChanged: true };
  }

  private delete({ key, reason }: Extract<TimesheetChange, { operation: 'delete' }>): AppliedChange {
    const before = this.find(key);
    if (!before) throw new TimesheetNotFound();
    const { id, active: _, ...recorded } = before;
    const deletion: DeletedTimesheetEntry = {
      ...recorded,
      id: newId(),
      originalTimesheetId: id,
      deletedAt: this.found.at,
      deletedBy: this.circumstances.apiKeyId,
      deletedReason: reason,
    };
    this.live.delete(id);
    if (before.timesheetExternalId !== undefined) this.ids.delete(before.timesheetExternalId);
    this.deleted.push(deletion);
    return { id, before, deletion, isChanged: true };
  }

  private changeOf({ startTime, endTime, breaks, periodType }: TimesheetEntry, reason?: string): Change {
    const { apiKeyId } = this.circumstances;
    const { at } = this.found;
    return {
      startTime,
      endTime,
      breaks,
      periodType,
      changeReason: reason,
      changedBy: { apiKeyId },
      changedAt: at,
    };
  }

  private add(entry: TimesheetEntry): void {
    this.live.set(entry.id, entry);
    if (entry.timesheetExternalId !== undefined) this.ids.set(entry.timesheetExternalId, entry.id);
  }

  private find(key: TimesheetKey): TimesheetEntry | undefined {
    const id = 'id' in key ? key.id : this.ids.get(key.externalId);
    return id === undefined ? undefined : this.live.get(id);
  }
}

/** A property without a value is the same as none, as in the stored document. */
function withoutAbsent(content: TimesheetContent): unknown {
  return JSON.parse(JSON.stringify(content));
}

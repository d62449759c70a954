import { Injectable } from '@nestjs/common';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { newId } from '../../shared-kernel/id.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { allowedAdditions, allowedBadRows, allowedEnds, allowedPeople } from '../domain/protection.js';
import type { Preview, PropertyChange, SyncCounts, SyncKey, SyncReason, SyncRow } from '../domain/sync.js';
import { MAX_SYNC_MOVES } from '../domain/sync.limits.js';
import type { StoredSync } from '../domain/stored-sync.js';
import { KeptPeople } from './bad-row-people.js';
import type { ComparedRow } from './compared-row.js';
import { ListCheck, type CheckedList, type SuppressedRow } from './list-check.js';
import { ListComparison } from './list-comparison.js';
import { located } from './row-issues.js';
import { SyncRowStore } from './sync-row.store.js';
import { ListRefused } from '../../staff-files/index.js';
import { SyncStart } from './sync-start.js';
import { SyncStore } from './sync.store.js';

/** People of a source who are looked for in the list at a time. */
const STAFF_BATCH = 2_500;

/** Counts rows, and gives each its place in its list. */
class Places {
  /** Ids of the employees whom the list names: with the keys of its people, all of it that is held in memory. */
  readonly listed = new Set<string>();
  readonly counts = {
    ...{ added: 0, changed: 0, ended: 0, unchanged: 0, skipped: 0, bad: 0 },
    ...{ revived: 0, adopted: 0, keyChanges: 0, suppressed: 0 },
    ...{ left: 0, leftOut: 0, cleanedNames: 0 },
  } satisfies SyncCounts;
  moves = 0;

  /** @param isFile - the list is a file */
  constructor(private readonly isFile: boolean) {}

  /** Nobody is ended. */
  endsAreHeldBack = false;

  /** @returns nothing for a person with whom nothing is done */
  place(row: ComparedRow): SyncRow[] {
    const { list } = row;
    if (row.employeeId !== undefined) this.listed.add(row.employeeId);
    if (row.isMove) this.moves++;
    if (row.reason === 'bad-row') this.counts.bad++;
    if (row.reason === 'revived') this.counts.revived++;
    if (row.reason === 'adopted') this.counts.adopted++;
    if (list === 'changed' && row.changes.some((change) => isKeyChange(change, this.isFile)))
      this.counts.keyChanges++;
    const position = this.counts[list]++;
    return list === 'unchanged' ? [] : [{ ...row, list, position }];
  }

  /** People of bad rows count as listed. */
  keep({ ids, mayBeAnyPerson }: KeptPeople): void {
    for (const id of ids) this.listed.add(id);
    this.endsAreHeldBack = mayBeAnyPerson;
  }
}

/**
 * Finds out the changes of a sync. It reads the list twice: whether it is valid, and who else is in it, decides about
 * each person. An attempt begins from the beginning.
 */
@Injectable()
export class SyncPreview {
  constructor(
    private readonly syncs: SyncStore,
    private readonly rows: SyncRowStore,
    private readonly listCheck: ListCheck,
    private readonly comparison: ListComparison,
    private readonly start: SyncStart,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(key: SyncKey, { signal }: JobAttempt): Promise<void> {
    const attemptId = newId();
    const sync = await this.syncs.beginPreview(key, attemptId);
    if (!sync) return;
    const people = await this.syncs.peopleOf(key.companyId, sync.source);
    const preview = await this.previewOf(sync, { people, attemptId, signal }).catch((error: unknown) => {
      if (error instanceof ListRefused) return blocked(error.reason, { issues: error.issues });
      throw error;
    });
    await this.unitOfWork.run(async (transaction) => {
      await this.syncs.checkAttempt(key, attemptId, transaction);
      await this.syncs.endPreview(key, preview, transaction);
      if (preview.status === 'READY' && sync.appliesWhenReady)
        await this.start.apply(sync, { appliedBy: sync.createdBy }, transaction);
    });
  }

  /** @throws {ListRefused} */
  private async previewOf(
    sync: StoredSync,
    { people, ...attempt }: { people: number; attemptId: string; signal: AbortSignal },
  ): Promise<Preview> {
    const list = await this.listCheck.check(sync, attempt.signal);
    if (list.isRefused) return blocked('BAD_ROWS', { issues: list.issues });
    if (list.keys.rows === 0) return blocked('EMPTY_LIST');
    return this.judge(await this.writeRows(sync, list, attempt), list.keys.rows, people);
  }

  private judge({ counts, moves, endsAreHeldBack }: Places, rows: number, people: number): Preview {
    const known = { counts, endsHeldBack: endsAreHeldBack };
    if (moves > MAX_SYNC_MOVES) return { ...blocked('TOO_MANY_MOVES'), ...known };
    if (counts.bad > allowedBadRows(rows)) return { ...blocked('TOO_MANY_BAD_ROWS'), ...known };
    const { protection } = this.start;
    const allowed = allowedPeople(protection, people);
    if (counts.ended > allowedEnds(protection, people)) return { ...blocked('TOO_MANY_ENDS'), ...known };
    if (counts.revived > allowed) return { ...blocked('TOO_MANY_REVIVALS'), ...known };
    if (counts.keyChanges > allowed) return { ...blocked('TOO_MANY_KEY_CHANGES'), ...known };
    if (counts.added - counts.revived > allowedAdditions(people))
      return { ...blocked('TOO_MANY_ADDED'), ...known };
    return { status: 'READY', ...known };
  }

  private async writeRows(
    sync: StoredSync,
    list: CheckedList,
    { attemptId, signal }: { readonly attemptId: string; readonly signal: AbortSignal },
  ): Promise<Places> {
    const places = new Places(list.isFile);
    Object.assign(places.counts, list.leftOut);
    const write = async (rows: readonly ComparedRow[]): Promise<void> => {
      signal.throwIfAborted();
      const placed = rows.flatMap((row) => places.place(row));
      await this.unitOfWork.run(async (transaction) => {
        await this.syncs.checkAttempt(sync, attemptId, transaction);
        await this.rows.insert(sync, placed, transaction);
      });
    };
    await write([...list.suppressed.values()].map(suppressedRow));
    const kept = new KeptPeople();
    const ofSource = { ...sync, ...list };
    for await (const rows of this.comparison.badRows(ofSource, kept)) await write(rows);
    await this.comparison.keepSuppressed(ofSource, kept);
    places.keep(kept);
    const { endsAreHeldBack } = places;
    for await (const rows of this.comparison.rows({ ...ofSource, endsAreHeldBack })) await write(rows);
    if (!endsAreHeldBack) await this.writeEnds(sync, places, write);
    return places;
  }

  /** The people of the source whom the list does not name. */
  private async writeEnds(
    sync: StoredSync,
    places: Places,
    write: (rows: readonly ComparedRow[]) => Promise<void>,
  ): Promise<void> {
    for (let after = '', found = STAFF_BATCH; found === STAFF_BATCH;) {
      const staff = await this.rows.staff(sync.companyId, sync.source, after, STAFF_BATCH);
      const missing = staff.filter(({ employeeId }) => !places.listed.has(employeeId));
      await write(
        missing.map(({ employeeId, externalId, email, version }) => ({
          list: 'ended',
          employeeId,
          externalId: externalId ?? undefined,
          email: email ?? undefined,
          changes: [],
          isMove: false,
          seenVersion: version,
        })),
      );
      found = staff.length;
      after = staff.at(-1)?.employeeId ?? after;
    }
  }
}

/** True where a person gets another key than before, or another name by a file: by mistake, if many do. */
function isKeyChange({ property, from }: PropertyChange, isFile: boolean): boolean {
  const isKey = property === 'externalId' || property === 'email' || (isFile && property === 'name');
  return isKey && from !== null && from !== undefined;
}

/** A row of which nothing but the place is kept. */
function suppressedRow(row: SuppressedRow): ComparedRow {
  const issue = { path: '', code: 'PERSON_ERASED', message: 'names a person who was erased' };
  return { list: 'suppressed', changes: [], issues: located(row, [issue]), isMove: false };
}

function blocked(reason: SyncReason, rest: Pick<Preview, 'issues'> = {}): Preview {
  return { status: 'BLOCKED', reason, ...rest };
}

import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import { ErasedPeople } from '../../shared-kernel/erased-people.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import {
  areNone,
  EmployeeReferences,
  referenceIssues,
  referencesOf,
  requireIdentifier,
  type EmployeeContent,
} from '../../workforce/index.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { SyncCounts, SyncKey } from '../domain/sync.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';
import { type ListedKey, type ListedPerson, type ListedRow, peopleOf } from '../../staff-files/index.js';
import { BadRows, MAX_SYNC_ISSUES, type BadRow } from './bad-rows.js';
import { ListedKeys, type KeyedRow } from './listed-keys.js';
import { withValues } from './row-issues.js';
import { ListedPeople } from './sync.ports.js';

export interface CheckedList {
  readonly keys: ListedKeys;
  /** The rows that are left out, by their index. */
  readonly badRows: ReadonlyMap<number, BadRow>;
  /** The rows that name people who were erased, by their index: they are left out, and their values are not kept. */
  readonly suppressed: ReadonlyMap<number, SuppressedRow>;
  readonly leftOut: LeftOutCounts;
  /** The list is a file. */
  readonly isFile: boolean;
  /** Nothing of the list is applied. It may not be read to its end. */
  readonly isRefused: boolean;
  /** The first ones. */
  readonly issues: readonly ValidationIssue[];
}

/** Rows of which no person is read, and names that are read otherwise than they stand. */
export type LeftOutCounts = Pick<SyncCounts, 'left' | 'leftOut' | 'cleanedNames'>;

/** A row that names a person who was erased. */
export interface SuppressedRow extends Pick<ListedRow, 'index' | 'place'> {
  /** The keys of the row: one of them may be that of another person, who stays unchanged. They are not stored. */
  readonly key: ListedKey;
}

/** A list, and the treatment of its bad rows. */
export interface ListToCheck extends SyncKey {
  readonly skipsBadRows: boolean;
}

/** Reads a list for the first time: each person must be valid, and no two may have a key in common. */
@Injectable()
export class ListCheck {
  constructor(
    private readonly list: ListedPeople,
    private readonly segmentation: SegmentationQueries,
    private readonly references: EmployeeReferences,
    private readonly erased: ErasedPeople,
  ) {}

  async check(list: ListToCheck, signal: AbortSignal): Promise<CheckedList> {
    const keys = new ListedKeys();
    const bad = new BadRows();
    const suppressed = new Map<number, SuppressedRow>();
    const isEnough = (): boolean =>
      list.skipsBadRows ? bad.areTooMany : bad.issues.length >= MAX_SYNC_ISSUES;
    const leftOut = { left: 0, leftOut: 0, cleanedNames: 0 };
    const further: KeyedRow[] = [];
    let isFile = false;
    for await (const { rows: read } of this.list.batches(list)) {
      signal.throwIfAborted();
      const rows = read.filter(({ outcome }) => outcome === undefined);
      isFile ||= read.some(({ place }) => place !== undefined);
      for (const row of read) {
        if (row.outcome === 'left') leftOut.left++;
        else if (row.outcome !== undefined) leftOut.leftOut++;
        if (row.outcome === 'further') further.push(keyedRow(row));
        if (row.hasCleanedName) leftOut.cleanedNames++;
      }
      const unknown = await this.unknownReferences(list.companyId, peopleOf(rows));
      const keyedRows = rows.map(keyedRow);
      const erased = await this.erased.among(
        list.companyId,
        keyedRows.map(({ key }) => key),
      );
      for (const [at, row] of rows.entries()) {
        const keyed = keyedRows[at] ?? keyedRow(row);
        const repeated = keys.add(keyed);
        if (erased.has(keyed.key)) {
          suppressed.set(row.index, { index: row.index, place: row.place, key: keyed.key });
          continue;
        }
        bad.add(
          keyed,
          [...row.issues, ...identifierIssues(row), ...(unknown.get(row.index) ?? [])],
          repeated,
        );
      }
      if (isEnough()) break;
    }
    for (const row of further) {
      if (isEnough()) break;
      if (keys.hasPerson(row.key)) continue;
      leftOut.leftOut--;
      bad.add(row, [NO_MAIN_ROW], []);
    }
    const isRefused = list.skipsBadRows ? bad.areTooMany : bad.issues.length > 0;
    return { keys, badRows: bad.byIndex, suppressed, leftOut, isFile, isRefused, issues: bad.issues };
  }

  /** By the index of the person. */
  private async unknownReferences(
    companyId: string,
    people: readonly ListedPerson[],
  ): Promise<ReadonlyMap<number, readonly RowIssue[]>> {
    const written = people.map(({ content }) => content);
    const contents = await this.references.withIds(companyId, written);
    const wanted = referencesOf(contents);
    if (areNone(wanted)) return new Map();
    const known = await this.segmentation.known(companyId, wanted);
    return new Map(
      people.map(({ index, content }, at) => [
        index,
        withValues(referenceIssues(contents[at] ?? content, known), content),
      ]),
    );
  }
}

function keyedRow({ index, content, key, place }: ListedRow): KeyedRow {
  if (!content) return { index, key: key ?? UNREADABLE, setsEmail: false, place };
  return { index, key: keyOf(content), setsEmail: content.email !== undefined, place };
}

const NO_MAIN_ROW = {
  path: '',
  code: 'NO_MAIN_ROW',
  message:
    'must be the main row of the person, or have one: no row with its keys is one by mainRows of the source',
};

/** Of a row of which nothing can be read. */
const UNREADABLE: ListedKey = { externalId: null, email: null };

function keyOf({ externalId, email }: EmployeeContent): ListedKey {
  return {
    ...(typeof externalId === 'string' && { externalId }),
    ...(typeof email === 'string' && { email }),
  };
}

function identifierIssues({ content }: ListedRow): readonly ValidationIssue[] {
  if (!content) return [];
  try {
    requireIdentifier(content);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.issues;
  }
}

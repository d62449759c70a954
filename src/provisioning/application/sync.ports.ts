import type { EmployeeContent } from '../../workforce/index.js';
import type { RowIssue, SyncKey, SyncReason } from '../domain/sync.js';

/** Forms of a list: one array, a person in each line, or a file of an HR department, with the charset of a CSV file. */
export type ListForm = 'json' | 'ndjson' | 'csv' | `csv-${string}` | 'xlsx';

/** A list as it was sent. */
export interface Upload {
  readonly form: ListForm;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Keeps lists in the storage of files until their changes are known. */
export abstract class SyncUploads {
  /**
   * Stores a list while it arrives.
   * @throws what the list throws; nothing of it is kept then
   */
  abstract receive(key: SyncKey, upload: Upload): Promise<void>;

  abstract open(key: SyncKey): Promise<Upload>;

  abstract remove(key: SyncKey): Promise<void>;

  /** Removes lists whose changes are known, or whose sync was never recorded or is gone. */
  abstract removeObsolete(): Promise<void>;
}

/** The place of a person in a file. */
export interface FilePlace {
  /** The row as a spreadsheet numbers it, from 1. */
  readonly line: number;
  /** The header of the column of a property; undefined for none, or several. */
  readonly columnOf: (path: string) => string | undefined;
}

/** A part of a list that comes from a file. */
interface OfFile {
  readonly place?: FilePlace | undefined;
  /** Ids of the characteristics that `content.profile` is about: the others stay. All of them if absent. */
  readonly profileOf?: readonly string[] | undefined;
  /** The name had characters that do not belong to it. */
  readonly hasCleanedName?: boolean | undefined;
}

/** A valid person of a list. */
export interface ListedPerson extends OfFile {
  /** In the list, from 0. */
  readonly index: number;
  readonly content: EmployeeContent;
}

/**
 * A row that is left out: of a person whose employment has ended, by the rules of the source, or because another row of
 * the person is read.
 */
export type LeftOutRow = 'left' | 'left-out' | 'further';

/** A row of a list: a valid person, or one that cannot be read. */
export interface ListedRow extends OfFile {
  /** In the list, from 0. */
  readonly index: number;
  /** Absent in a bad row. */
  readonly content?: EmployeeContent;
  /** Of a bad row. Paths begin at the person, like `email`. */
  readonly issues: readonly RowIssue[];
  /** Of a bad or a further row; absent where nothing of it can be read. */
  readonly key?: ListedKey;
  /** The row is left out. */
  readonly outcome?: LeftOutRow;
}

/** The keys of a bad row: absent for none, null for one that cannot be read. */
export interface ListedKey {
  readonly externalId?: string | null;
  readonly email?: string | null;
}

/** Rows of a list in their order. */
export interface ListedBatch {
  readonly rows: readonly ListedRow[];
}

export interface ListReading {
  /** The bad rows that an earlier reading has found: they are left out, and the others are not checked again. */
  readonly badRows?: { has: (index: number) => boolean };
}

/** Reads lists. */
export abstract class ListedPeople {
  /** @throws {ListRefused} */
  abstract batches(key: SyncKey, reading?: ListReading): AsyncIterable<ListedBatch>;
}

/** The people of rows that are valid. */
export function peopleOf(rows: readonly ListedRow[]): ListedPerson[] {
  return rows.flatMap(({ content, ...row }) => (content ? [{ ...row, content }] : []));
}

/** A list cannot be read at all. */
export class ListRefused extends Error {
  constructor(
    readonly reason: Extract<SyncReason, 'UNKNOWN_COLUMNS' | 'UNREADABLE_FILE'>,
    readonly issues: readonly RowIssue[],
  ) {
    super(`The list is refused: ${reason}.`);
  }
}

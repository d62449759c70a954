import type { EmployeeContent } from '../../workforce/index.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';

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

export interface ListReading {
  /** The bad rows that an earlier reading has found: they are left out, and the others are not checked again. */
  readonly badRows?: { has: (index: number) => boolean };
}

/** The people of rows that are valid. */
export function peopleOf(rows: readonly ListedRow[]): ListedPerson[] {
  return rows.flatMap(({ content, ...row }) => (content ? [{ ...row, content }] : []));
}

/** A list cannot be read at all. */
export class ListRefused extends Error {
  constructor(
    readonly reason: 'UNKNOWN_COLUMNS' | 'UNREADABLE_FILE',
    readonly issues: readonly RowIssue[],
  ) {
    super(`The list is refused: ${reason}.`);
  }
}

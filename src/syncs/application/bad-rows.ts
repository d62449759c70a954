import type { RowIssue } from '../../shared-kernel/row-issue.js';
import { MAX_ROW_ISSUES, MAX_SYNC_BAD_ROWS } from '../domain/sync.limits.js';
import type { KeyedRow, RepeatedKey } from './listed-keys.js';
import { located, withValues } from './row-issues.js';

/** Most issues of a list that are kept. */
export const MAX_SYNC_ISSUES = 100;

/** A row of a list that is left out. */
export interface BadRow extends Pick<KeyedRow, 'index' | 'key'> {
  /** Another row has a key of it, so it may be meant for another person. */
  readonly repeatsKey: boolean;
  /** Paths begin with the index, like `[12].email`. */
  readonly issues: readonly RowIssue[];
}

/** The bad rows of a list, as they are found. */
export class BadRows {
  /** The first ones, of rows in the order of the list. */
  readonly issues: RowIssue[] = [];
  readonly byIndex = new Map<number, BadRow>();

  get areTooMany(): boolean {
    return this.byIndex.size > MAX_SYNC_BAD_ROWS;
  }

  /** @param issues - of the row; nothing is done with one that has none */
  add(row: KeyedRow, issues: readonly RowIssue[], repeated: readonly RepeatedKey[]): void {
    const all = [...issues, ...repeated.flatMap(({ property, first }) => notUnique(row, property, first))];
    if (all.length === 0) return;
    this.mark(row, all, repeated.length > 0);
    const left = MAX_SYNC_ISSUES - this.issues.length;
    this.issues.push(...located(row, all.slice(0, left)));
    for (const { property, first } of repeated) this.mark(first, notUnique(first, property, row), true);
  }

  private mark(row: KeyedRow, issues: readonly RowIssue[], repeatsKey: boolean): void {
    const { index, key } = row;
    const known = this.byIndex.get(index);
    row.setsEmail = false;
    const kept = known?.issues ?? located(row, issues.slice(0, MAX_ROW_ISSUES));
    this.byIndex.set(index, {
      index,
      key,
      repeatsKey: repeatsKey || known?.repeatsKey === true,
      issues: kept,
    });
  }
}

function notUnique({ key }: KeyedRow, path: RepeatedKey['property'], other: KeyedRow): RowIssue[] {
  const place = other.place ? `row ${other.place.line}` : `[${other.index}]`;
  const message = `must not occur twice in one list: ${place} has it, too`;
  return withValues([{ path, code: 'NOT_UNIQUE', message }], key);
}

import type { ValidationIssue } from './validation-issue.js';

/** An issue of a row of a list. */
export interface RowIssue extends ValidationIssue {
  /** The value as the list has it, or its beginning; absent for none. */
  readonly value?: string;
  /** Of a file: the row as a spreadsheet numbers it, from 1. */
  readonly line?: number;
  /** Of a file: the header of the column. */
  readonly column?: string;
}

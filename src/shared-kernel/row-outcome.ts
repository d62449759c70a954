import type { DomainError } from './domain-error.js';

/** Doubts about a row that was carried out all the same. */
export const ROW_HINTS = ['OVERLAP'] as const;

export type RowHint = (typeof ROW_HINTS)[number];

/** A row that was carried out. */
export interface RowDone {
  /** The id of the object; undefined for one that a trial would create. */
  readonly id: string | undefined;
  readonly hints?: readonly RowHint[];
}

/** The outcome of a row of a request that changes many objects. */
export type RowOutcome = RowDone | { readonly error: DomainError };

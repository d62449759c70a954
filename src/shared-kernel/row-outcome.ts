import type { DomainError } from './domain-error.js';

/** The outcome of a row of a request that changes many objects. */
export type RowOutcome =
  /** The id of the object; undefined for one that a trial would create. */
  { readonly id: string | undefined } | { readonly error: DomainError };

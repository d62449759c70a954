import type { ChangeKind } from './change-sources.queries.js';

/** An object that has changed, or is gone for the reader. */
interface ChangedObject {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly isDeleted: boolean;
}

/** Objects that have changed after a place in the feed, in the order of their changes. */
export interface ChangedObjects {
  readonly objects: readonly ChangedObject[];
  /** The place behind them: a text without a meaning for others. */
  readonly place: string;
  /** Up to where each order has been read, by company. */
  readonly positions: ReadonlyMap<string, string>;
  readonly isMore: boolean;
}

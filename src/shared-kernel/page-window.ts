/** A part of a list: from the first index to the one after the last, both from 0 on (decisions 1.10). */
export interface PageWindow {
  readonly from: number;
  readonly to: number;
}

/** Entries of a page when the caller gives no end. */
export const DEFAULT_PAGE_SIZE = 10;

/** A part of a list: from the first index to the one after the last, both from 0 on (decisions 1.10). */
export interface PageWindow {
  readonly from: number;
  readonly to: number;
}

/** Entries of a page for whoever does not say how many. */
export const DEFAULT_PAGE_SIZE = 10;

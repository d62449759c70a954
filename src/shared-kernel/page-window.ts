/** A part of a list: from the first index to the one after the last, both from 0 on (decisions 1.10). */
export interface PageWindow {
  readonly from: number;
  readonly to: number;
}

/** Entries of a page when the caller gives no end. */
export const DEFAULT_PAGE_SIZE = 10;

/** The JSON of a page, and the number of all entries of its list. */
export interface RenderedPage {
  /** In parts where it has many MiB. */
  readonly content: string | readonly Buffer[];
  readonly total: number;
  /** True where there are more entries than `total`, and nobody has counted them. */
  readonly isAtLeast?: boolean;
}

import { DomainError } from './domain-error.js';

/** A part of a list: from the first index to the one after the last, both from 0 on. */
export interface PageWindow {
  readonly from: number;
  readonly to: number;
}

/** Entries of a page when the caller gives no end. */
export const DEFAULT_PAGE_SIZE = 10;

/** Most bytes of a page of employees, or of people of a sync. */
export const MAX_PAGE_BYTES = 8_388_608;

/** A page would be larger than a page may be. */
export class PageTooLarge extends DomainError {
  /**
   * @param to - the largest that works
   * @param most - bytes of a page, whole MiB
   */
  constructor(to: number, most = MAX_PAGE_BYTES) {
    const size = `${most / 1_048_576} MiB`;
    const message = `must be at most ${to}: a page has at most ${size}`;
    super(
      'invalid',
      'PAGE_TOO_LARGE',
      `The page is larger than ${size}; with the same from, to may be ${to}.`,
      [{ path: 'to', code: 'PAGE_TOO_LARGE', message }],
    );
  }
}

/**
 * Refuses a page whose entries are larger than {@link MAX_PAGE_BYTES} together.
 * @param sizes - bytes of the entries, in the order of the page
 * @throws {PageTooLarge}
 */
export function checkPageBytes({ from }: PageWindow, sizes: readonly number[]): void {
  let sum = 0;
  const fitting = sizes.findIndex((size) => (sum += size) > MAX_PAGE_BYTES);
  if (fitting >= 0) throw new PageTooLarge(from + fitting);
}

/** The JSON of a page, and the number of all entries of its list. */
export interface RenderedPage {
  /** In parts where it has many MiB. */
  readonly content: string | readonly Buffer[];
  readonly total: number;
  /** True where there are more entries than `total`, and nobody has counted them. */
  readonly isAtLeast?: boolean;
}

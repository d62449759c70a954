import { defineError } from './domain-error.js';

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
export class PageTooLarge extends defineError('PAGE_TOO_LARGE', {
  kind: 'invalid',
  meaning:
    'The entries of the page have more bytes than a page may have: 32 MiB of plans or actions, which ten never have, or ' +
    '8 MiB of employees or of people of a sync.',
  remedy: 'Send the `to` that the answer names, or a smaller one.',
  detail: 'The page is larger than 32 MiB; with the same from, to may be 14.',
  errors: [{ path: 'to', code: 'PAGE_TOO_LARGE', message: 'must be at most 14: a page has at most 32 MiB' }],
}) {
  /**
   * @param to - the largest that works
   * @param maxBytes - of a page, whole MiB
   */
  constructor(to: number, maxBytes: number) {
    const size = `${maxBytes / 1_048_576} MiB`;
    const message = `must be at most ${to}: a page has at most ${size}`;
    super(`The page is larger than ${size}; with the same from, to may be ${to}.`, [
      { path: 'to', code: 'PAGE_TOO_LARGE', message },
    ]);
  }
}

/** An entry of a page with its size; null stands for no entry. */
interface Sized {
  readonly bytes: number | null;
}

/** The number of first entries that have at most so many bytes together. */
export function countWithin(maxBytes: number, entries: readonly Sized[]): number {
  let sum = 0;
  const first = entries.findIndex(({ bytes }) => (sum += bytes ?? 0) > maxBytes);
  return first === -1 ? entries.length : first;
}

/**
 * Refuses a page whose entries are larger together than a page may be.
 * @throws {PageTooLarge}
 */
export function checkPageBytes(
  { from }: PageWindow,
  entries: readonly Sized[],
  maxBytes = MAX_PAGE_BYTES,
): void {
  const fitting = countWithin(maxBytes, entries);
  if (fitting < entries.length) throw new PageTooLarge(from + fitting, maxBytes);
}

/** The JSON of a page, and the number of all entries of its list. */
export interface RenderedPage {
  /** In parts where it has many MiB. */
  readonly content: string | readonly Buffer[];
  readonly total: number;
  /** True where there are more entries than `total`, and nobody has counted them. */
  readonly isAtLeast?: boolean;
}

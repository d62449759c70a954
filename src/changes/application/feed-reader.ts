import { CHANGE_KINDS, type ChangeKind } from '../domain/change-kinds.js';

/** A caller of the feed, and the kinds that it reads. */
export interface FeedReader {
  readonly companyId: string;
  readonly kinds: readonly ChangeKind[];
  /** The user of a session; empty for a key. */
  readonly userId: string;
  readonly managesTemplates: boolean;
  /** Rights on which the answers depend: a cursor is only good for the same ones. */
  readonly rights: string;
}

/** The kinds as indexes in `CHANGE_KINDS`. */
export function indexesOf({ kinds }: FeedReader): number[] {
  return CHANGE_KINDS.flatMap((kind, index) => (kinds.includes(kind) ? [index] : []));
}

/** The kinds as the sum of the powers of two of their indexes. */
export function bitsOf(reader: FeedReader): number {
  return indexesOf(reader).reduce((sum, index) => sum + 2 ** index, 0);
}

/** All that a cursor belongs to. */
export function ownerOf(reader: FeedReader): string {
  const { companyId, userId, rights } = reader;
  return JSON.stringify([companyId, indexesOf(reader), userId, rights]);
}

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

/** All that a cursor belongs to. */
export function ownerOf(reader: FeedReader): string {
  const { companyId, kinds, userId, rights } = reader;
  const indexes = CHANGE_KINDS.flatMap((kind, index) => (kinds.includes(kind) ? [index] : []));
  return JSON.stringify([companyId, indexes, userId, rights]);
}

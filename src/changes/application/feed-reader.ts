import { CATALOGUE } from '../../platform/database/change-sets.js';
import { CHANGE_KINDS, type ChangeKind } from '../domain/change-kinds.js';
import { SOURCES } from './change-sources.queries.js';

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

/** An order of changes that a reader follows. */
export interface Order {
  readonly of: 'catalogue' | 'company';
  readonly companyId: string;
  readonly kinds: readonly ChangeKind[];
}

/** The orders of the kinds of a reader, in the order of a page. */
export function ordersOf({ companyId, kinds }: FeedReader): readonly Order[] {
  const isShared = (kind: ChangeKind): boolean =>
    SOURCES.some((source) => source.kind === kind && source.isShared);
  const shared = kinds.filter(isShared);
  const own = kinds.filter((kind) => !isShared(kind));
  return [
    ...(shared.length > 0 ? [{ of: 'catalogue', companyId: CATALOGUE, kinds: shared } as const] : []),
    ...(own.length > 0 || shared.length === 0 ? [{ of: 'company', companyId, kinds: own } as const] : []),
  ];
}

/** All that a cursor belongs to. */
export function ownerOf(reader: FeedReader): string {
  const { companyId, kinds, userId, rights } = reader;
  const indexes = CHANGE_KINDS.flatMap((kind, index) => (kinds.includes(kind) ? [index] : []));
  return JSON.stringify([companyId, indexes, userId, rights]);
}

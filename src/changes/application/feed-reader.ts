import type { Scope } from '../../shared-kernel/actor.js';
import { CHANGE_KINDS, KEY_KINDS, KIND_SCOPES, type ChangeKind } from './change-sources.queries.js';

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

/** The kinds that are asked for, or all that a key may read; undefined if it may not read one of them. */
export function kindsOfKey(
  scopes: readonly Scope[],
  asked: readonly ChangeKind[] | undefined,
): readonly ChangeKind[] | undefined {
  const readable = KEY_KINDS.filter((kind) => scopes.some((scope) => scope === KIND_SCOPES.get(kind)));
  if (!asked) return readable;
  return asked.every((kind) => readable.includes(kind)) ? asked : undefined;
}

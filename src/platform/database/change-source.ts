import type { Type } from '@nestjs/common';
import type { Scope } from '../../shared-kernel/actor.js';

/**
 * A kind of the change feed: how readers know it, and its rows as a part of a statement of `changes`, whose `$1` is the
 * company, `$2` the user who reads, or empty, and `$3` true for those who manage templates. The table has a column
 * `change_set` and an index (`company_id`, {@link indexed}, `change_set`, `id`).
 */
export interface ChangeSource<Kind extends string = string> {
  readonly kind: Kind;
  /** An object of the kind with its article, like `An employee`: begins a sentence about it. */
  readonly words: string;
  /** The scope by which keys read it; absent for a kind that sessions read. */
  readonly scope?: Scope;
  /** The class of the resource. */
  readonly response: Type;
  /** The table with the alias that the other parts use. */
  readonly table: string;
  readonly alias: string;
  /** The rows of the kind, by columns of the index. */
  readonly indexed?: string;
  /** The rows that the user reads. */
  readonly isReadable?: string;
  /** Rows that the reader sees as deleted. */
  readonly isDeleted?: string;
  /** Rows of deleted objects whose resource is still read. */
  readonly hasLeft?: string;
  /** JSON of a row; absent where it is put together from several ones. */
  readonly resource?: string;
  /** Size of {@link resource}. */
  readonly bytes: string;
  /** Its rows belong to no company. */
  readonly isShared?: true;
}

/** A source whose resource is the stored document. */
export function documentsOf<Kind extends string>(
  kind: Kind,
  table: string,
  rest: Pick<ChangeSource, 'words' | 'response'> & Partial<ChangeSource<Kind>>,
): ChangeSource<Kind> {
  return {
    kind,
    table: `${table} r`,
    alias: 'r',
    resource: 'r.document::text',
    bytes: 'octet_length(r.document::text)',
    ...rest,
  };
}

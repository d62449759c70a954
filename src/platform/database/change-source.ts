/**
 * The rows of a kind of the change feed: a part of a statement of `changes`, whose `$1` is the company, `$2` the user
 * who reads, or empty, and `$3` true for those who manage templates. The table has a column `change_set` and an index
 * (`company_id`, {@link indexed}, `change_set`, `id`).
 */
export interface ChangeSource {
  readonly kind: string;
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
export function documentsOf(kind: string, table: string, rest: Partial<ChangeSource> = {}): ChangeSource {
  return {
    kind,
    table: `${table} r`,
    alias: 'r',
    resource: 'r.document::text',
    bytes: 'octet_length(r.document::text)',
    ...rest,
  };
}

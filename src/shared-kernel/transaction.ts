declare const transaction: unique symbol;

/**
 * A database transaction in progress, opaque to domain and application. Repositories take part in it; only
 * `platform/database` knows its type.
 */
export interface Transaction {
  readonly [transaction]: never;
}

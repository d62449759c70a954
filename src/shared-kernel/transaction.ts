declare const transaction: unique symbol;

/**
 * A change in progress that is done as a whole or not at all. Whoever is given one takes part in it; only the
 * platform's database looks inside.
 */
export interface Transaction {
  readonly [transaction]: never;
}

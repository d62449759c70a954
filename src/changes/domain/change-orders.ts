/** The orders of changes, with the records of objects that are gone. */
export abstract class ChangeOrders {
  /** @returns companies that have something to remove, at most `limit` */
  abstract companiesOlderThan(ageMs: number, limit: number): Promise<string[]>;

  /**
   * Removes change sets of a company that are older than the age, and their tombstones. The newest of them stays,
   * because a cursor may be at it.
   * @param limit - most rows of a statement
   * @returns true if there may be more
   */
  abstract removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<boolean>;
}

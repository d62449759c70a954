/** The stored audit records, of all companies. */
export abstract class AuditRecords {
  /**
   * @param rows - of the oldest of the records that are older than an age
   * @returns the companies that they belong to
   */
  abstract companiesOlderThan(ageMs: number, rows: number): Promise<string[]>;

  /** Removes the oldest of the records of a company that are older than an age. @returns how many */
  abstract removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number>;
}

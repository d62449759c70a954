/** The stored audit records, of all companies. */
export abstract class AuditRecords {
  /** Removes the oldest of the records that are older than an age. @returns how many */
  abstract removeOlderThan(ageMs: number, limit: number): Promise<number>;
}

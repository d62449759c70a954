import { Injectable } from '@nestjs/common';
import { agedRowsOf } from '../../platform/database/expired-rows.js';
import { Sql } from '../../platform/database/sql.js';

export const OLD_AUDIT_RECORDS = agedRowsOf('audit_record', 'at');

/** The stored audit records, of all companies. */
@Injectable()
export class AuditRecords {
  constructor(private readonly sql: Sql) {}

  /**
   * @param rows - of the oldest of the records that are older than an age
   * @returns the companies that they belong to
   */
  async companiesOlderThan(ageMs: number, rows: number): Promise<string[]> {
    const values = [ageMs, rows];
    const found = await this.sql.query<{ companyId: string }>(OLD_AUDIT_RECORDS.companies, values);
    return found.map(({ companyId }) => companyId);
  }

  /** Removes the oldest of the records of a company that are older than an age. @returns how many */
  async removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number> {
    return (await this.sql.query(OLD_AUDIT_RECORDS.remove, [companyId, ageMs, limit])).length;
  }
}

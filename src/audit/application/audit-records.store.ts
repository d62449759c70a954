import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';

/** `$1` age in milliseconds, `$2` rows. */
export const COMPANIES_OLDER_THAN = {
  name: 'audit.companies-older-than',
  text: `
    SELECT DISTINCT company_id AS "companyId" FROM (
      SELECT company_id FROM audit_record
      WHERE at < now() - $1::float8 * interval '1 millisecond' ORDER BY at LIMIT $2
    ) oldest`,
};

/**
 * Leaves alone the rows that another worker removes at the same time. A join by key would read all rows of the company.
 * `$1` company, `$2` age in milliseconds, `$3` most rows.
 */
export const REMOVE_OLDER_THAN = {
  name: 'audit.remove-older-than',
  text: `
    DELETE FROM audit_record
    WHERE company_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM audit_record
      WHERE company_id = $1 AND at < now() - $2::float8 * interval '1 millisecond'
      ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id`,
};

/** The stored audit records, of all companies. */
@Injectable()
export class AuditRecords {
  constructor(private readonly sql: Sql) {}

  /**
   * @param rows - of the oldest of the records that are older than an age
   * @returns the companies that they belong to
   */
  async companiesOlderThan(ageMs: number, rows: number): Promise<string[]> {
    const found = await this.sql.query<{ companyId: string }>(COMPANIES_OLDER_THAN, [ageMs, rows]);
    return found.map(({ companyId }) => companyId);
  }

  /** Removes the oldest of the records of a company that are older than an age. @returns how many */
  async removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number> {
    return (await this.sql.query(REMOVE_OLDER_THAN, [companyId, ageMs, limit])).length;
  }
}

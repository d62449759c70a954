import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { AuditRecords } from '../domain/audit-records.js';

/**
 * Of all companies: workers serve all of them. What another worker removes at the same time is left to it. A join by
 * key would read the whole table.
 */
export const REMOVE_OLDER_THAN = {
  name: 'audit.remove-older-than',
  text: `
    DELETE FROM audit_record
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM audit_record
      WHERE at < now() - $1::float8 * interval '1 millisecond'
      ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id`,
};

@Injectable()
export class SqlAuditRecords extends AuditRecords {
  constructor(private readonly sql: Sql) {
    super();
  }

  async removeOlderThan(ageMs: number, limit: number): Promise<number> {
    return (await this.sql.query(REMOVE_OLDER_THAN, [ageMs, limit])).length;
  }
}

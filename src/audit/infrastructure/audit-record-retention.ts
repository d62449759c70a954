import { Injectable } from '@nestjs/common';
import { previewExpired } from '../../platform/database/expired-records.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { type ExpiredRecords, type Expiry, Retention } from '../../shared-kernel/retention.js';

/** `$1` company, `$2` time, `$3` ids of held people, `$4` patterns of these ids. */
const EXPIRED = `
  FROM audit_record r
  WHERE r.company_id = $1 AND r.at < $2 AND (cardinality($3::text[]) = 0 OR NOT (
    r.object_id = ANY ($3::text[]) OR coalesce(r.actor_id = ANY ($3::text[]), false)
    OR coalesce(r.private_to = ANY ($3::text[]), false)
    OR coalesce(r.before::text LIKE ANY ($4::text[]), false)
    OR coalesce(r.after::text LIKE ANY ($4::text[]), false)
  ))`;

const COUNT: Statement = {
  name: 'audit-retention.count',
  text: `SELECT count(*)::integer AS count ${EXPIRED}`,
};

/** `$5` most records. */
const FIRST: Statement = {
  name: 'audit-retention.first',
  text: `SELECT r.id ${EXPIRED} ORDER BY r.at, r.id LIMIT $5`,
};

/**
 * A row that another worker removes at the same time is left to it. A join by key would read all rows of the company.
 */
export const REMOVE_EXPIRED_AUDIT: Statement = {
  name: 'audit-retention.remove',
  text: `
    DELETE FROM audit_record WHERE company_id = $1 AND ctid = ANY (ARRAY(
      SELECT r.ctid ${EXPIRED} ORDER BY r.at LIMIT $5 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id`,
};

/** Audit records of a company, by their time. */
@Injectable()
export class AuditRecordRetention extends Retention {
  constructor(private readonly sql: Sql) {
    super();
  }

  preview(expiry: Expiry, mostIds: number): Promise<ExpiredRecords> {
    return previewExpired(this.sql, { count: COUNT, first: FIRST }, valuesOf(expiry), mostIds);
  }

  async remove(expiry: Expiry, limit: number): Promise<number> {
    return (await this.sql.query(REMOVE_EXPIRED_AUDIT, [...valuesOf(expiry), limit])).length;
  }
}

function valuesOf({ companyId, before, held }: Expiry): unknown[] {
  const ids = [...held.employeeIds, ...held.userIds];
  return [companyId, before, ids, ids.map((id) => `%${id}%`)];
}

import { Injectable } from '@nestjs/common';
import { previewExpired } from '../../platform/database/expired-records.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { type ExpiredRecords, type Expiry, Retention } from '../../shared-kernel/retention.js';

/** `$1` company, `$2` time, `$3` patterns of the ids of held people, which only their documents contain. */
const EXPIRED = `
  FROM deleted_plan d
  WHERE d.company_id = $1 AND d.deleted_at < $2
    AND (cardinality($3::text[]) = 0 OR NOT d.document::text LIKE ANY ($3::text[]))`;

const COUNT: Statement = {
  name: 'deleted-plan-retention.count',
  text: `SELECT count(*)::integer AS count ${EXPIRED}`,
};

/** `$4` most plans. */
const FIRST: Statement = {
  name: 'deleted-plan-retention.first',
  text: `SELECT d.plan_id AS id ${EXPIRED} ORDER BY d.deleted_at, d.plan_id LIMIT $4`,
};

/** A row that another worker removes at the same time is left to it. */
const REMOVE: Statement = {
  name: 'deleted-plan-retention.remove',
  text: `
    DELETE FROM deleted_plan WHERE company_id = $1 AND plan_id IN (
      SELECT d.plan_id ${EXPIRED} ORDER BY d.deleted_at, d.plan_id LIMIT $4 FOR UPDATE SKIP LOCKED
    )
    RETURNING plan_id`,
};

/** Deleted plans that can be restored, by their deletion. */
@Injectable()
export class DeletedPlanRetention extends Retention {
  constructor(private readonly sql: Sql) {
    super();
  }

  preview(expiry: Expiry, mostIds: number): Promise<ExpiredRecords> {
    return previewExpired(this.sql, { count: COUNT, first: FIRST }, valuesOf(expiry), mostIds);
  }

  async remove(expiry: Expiry, limit: number): Promise<number> {
    return (await this.sql.query(REMOVE, [...valuesOf(expiry), limit])).length;
  }
}

function valuesOf({ companyId, before, held }: Expiry): unknown[] {
  return [companyId, before, [...held.employeeIds, ...held.userIds].map((id) => `%${id}%`)];
}

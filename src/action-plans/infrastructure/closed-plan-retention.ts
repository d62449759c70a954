import { Injectable } from '@nestjs/common';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { previewExpired } from '../../platform/database/expired-records.js';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { type ExpiredRecords, type Expiry, Retention } from '../../shared-kernel/retention.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { isOpen } from '../application/plan-statements.queries.js';
import { wantedKeys } from '../domain/plan-filter.js';
import { tombstonesOf } from './plan-tombstones.js';

/** `$1` company, `$2` time, `$3` users who are held, `$4` keys of actions whose assigned people are held. */
const EXPIRED = `
  ${inCompany('p')} AND p.updated_at < $2 AND (p.created_by IS NULL OR p.created_by <> ALL ($3::text[]))
  AND EXISTS (SELECT FROM plan_action a WHERE ${inCompany('a')} AND a.plan_id = p.id)
  AND NOT EXISTS (
    SELECT FROM plan_action a WHERE ${inCompany('a')} AND a.plan_id = p.id
      AND (${isOpen('a.status')} OR a.updated_at >= $2 OR a.filter_keys && $4::text[]
        OR a.created_by = ANY ($3::text[]))
  )
  AND NOT EXISTS (
    SELECT FROM plan_action a JOIN action_note n ON ${inCompany('n')} AND n.action_id = a.id
    WHERE ${inCompany('a')} AND a.plan_id = p.id
      AND (n.created_at >= $2 OR n.author_id = ANY ($3::text[]))
  )`;

const COUNT: Statement = {
  name: 'plan-retention.count',
  text: `SELECT count(*)::integer AS count FROM action_plan p WHERE ${EXPIRED}`,
};

/** `$5` most plans. */
const FIRST: Statement = {
  name: 'plan-retention.first',
  text: `SELECT p.id FROM action_plan p WHERE ${EXPIRED} ORDER BY p.updated_at, p.id LIMIT $5`,
};

/** Plans that are changed at the same time are left alone. */
const LOCK: Statement = {
  name: 'plan-retention.lock',
  text: `${FIRST.text} FOR UPDATE OF p SKIP LOCKED`,
};

/** `$5` locked plans, which may have changed before they were locked; `$6` change set. */
const REMOVE: Statement = {
  name: 'plan-retention.remove',
  text: `
    WITH gone AS MATERIALIZED (
      SELECT p.id FROM action_plan p WHERE ${EXPIRED} AND p.id = ANY ($5::text[])
    ), tombstone AS (
      ${tombstonesOf('$6', `FROM action_plan p WHERE p.company_id = $1 AND p.id IN (SELECT id FROM gone)`)}
    ), abandoned AS (
      UPDATE plan_export SET plan_id = NULL WHERE company_id = $1 AND plan_id IN (SELECT id FROM gone)
    ), forgotten AS (
      DELETE FROM deleted_plan WHERE company_id = $1 AND plan_id IN (SELECT id FROM gone)
    )
    DELETE FROM action_plan WHERE company_id = $1 AND id IN (SELECT id FROM gone) RETURNING id`,
};

interface IdRow extends Record<string, unknown> {
  readonly id: string;
}

/** Plans with actions, none of which is open, by the last change of the plan, its actions or their notes. */
@Injectable()
export class ClosedPlanRetention extends Retention {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  preview(expiry: Expiry, mostIds: number): Promise<ExpiredRecords> {
    return previewExpired(this.sql, { count: COUNT, first: FIRST }, valuesOf(expiry), mostIds);
  }

  remove(expiry: Expiry, limit: number): Promise<number> {
    const values = valuesOf(expiry);
    return this.unitOfWork.run(async (transaction) => {
      const locked = await this.sql.query<IdRow>(LOCK, [...values, limit], transaction);
      if (locked.length === 0) return 0;
      const changeSet = changeSetOf(managerOf(transaction), expiry.companyId, 'plan');
      const ids = locked.map(({ id }) => id);
      await this.sql.query(REMOVE, [...values, ids, changeSet], transaction);
      return locked.length;
    });
  }
}

function valuesOf({ companyId, before, held }: Expiry): unknown[] {
  const keys = held.employeeIds.flatMap((assigneeId) => wantedKeys(companyId, { assigneeId }));
  return [companyId, before, held.userIds, keys];
}

import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionPlanResponse, type PlanDocument } from '../application/action-plan.response.js';
import { ActionResponse, type ActionDocument } from '../application/action.response.js';
import type { PlanRecord } from '../domain/action-plan.js';
import type { Note } from '../domain/action.js';
import { DeletedPlanRepository, type DeletedPlan } from '../domain/deleted-plan.repository.js';

/** By the key of each company. `$1` plan. */
const FIND: Statement = {
  name: 'deleted-plans.find',
  text: `
    SELECT d.company_id AS "companyId", d.plan_id AS "planId", d.deleted_at AS "deletedAt", d.document
    FROM company c JOIN deleted_plan d ON d.company_id = c.id AND d.plan_id = $1
    ORDER BY d.deleted_at DESC LIMIT 1`,
};

/** `$1` company, `$2` plan, `$3` time of the deletion. */
const REMOVE: Statement = {
  name: 'deleted-plans.remove',
  text: `
    DELETE FROM deleted_plan WHERE company_id = $1 AND plan_id = $2 AND deleted_at = $3
    RETURNING plan_id`,
};

/** `$1` age in milliseconds, `$2` rows. */
export const COMPANIES_DELETED_OLDER_THAN: Statement = {
  name: 'deleted-plans.companies-older-than',
  text: `
    SELECT DISTINCT company_id AS "companyId" FROM (
      SELECT company_id FROM deleted_plan
      WHERE deleted_at < now() - $1::float8 * interval '1 millisecond' ORDER BY deleted_at LIMIT $2
    ) oldest`,
};

/**
 * Like the removal of audit records: what another worker removes at the same time is left to it. `$1` company, `$2` age
 * in milliseconds, `$3` most rows.
 */
export const REMOVE_DELETED_OLDER_THAN: Statement = {
  name: 'deleted-plans.remove-older-than',
  text: `
    DELETE FROM deleted_plan
    WHERE company_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM deleted_plan
      WHERE company_id = $1 AND deleted_at < now() - $2::float8 * interval '1 millisecond'
      ORDER BY deleted_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ))
    RETURNING plan_id`,
};

type Row = Omit<DeletedPlan, 'record'> & { readonly document: StoredPlan };

/** Times are those of the database as JSON. */
interface StoredPlan {
  readonly plan: PlanDocument;
  readonly updatedAt: string;
  readonly actions: readonly {
    readonly action: ActionDocument;
    readonly updatedAt: string;
    readonly notes: readonly Note[];
  }[];
}

/** Deleted plans in PostgreSQL. */
@Injectable()
export class SqlDeletedPlanRepository extends DeletedPlanRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find(planId: string): Promise<DeletedPlan | undefined> {
    const [row] = await this.sql.query<Row>(FIND, [planId]);
    if (!row) return undefined;
    const { document, ...key } = row;
    return { ...key, record: recordOf(document) };
  }

  async remove({ companyId, planId, deletedAt }: DeletedPlan, transaction: Transaction): Promise<boolean> {
    const removed = await this.sql.query(REMOVE, [companyId, planId, deletedAt], transaction);
    return removed.length > 0;
  }

  async companiesOlderThan(ageMs: number, rows: number): Promise<string[]> {
    const found = await this.sql.query<{ companyId: string }>(COMPANIES_DELETED_OLDER_THAN, [ageMs, rows]);
    return found.map(({ companyId }) => companyId);
  }

  async removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number> {
    return (await this.sql.query(REMOVE_DELETED_OLDER_THAN, [companyId, ageMs, limit])).length;
  }
}

function recordOf({ plan, updatedAt, actions }: StoredPlan): PlanRecord {
  return {
    ...ActionPlanResponse.stateOf(plan, timeOf(updatedAt)),
    actions: actions.map((stored) => {
      return { ...ActionResponse.stateOf(stored.action, timeOf(stored.updatedAt)), notes: stored.notes };
    }),
  };
}

function timeOf(text: string): string {
  return new Date(text).toISOString();
}

import { Injectable } from '@nestjs/common';
import { agedRowsOf } from '../../platform/database/expired-rows.js';
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

export const OLD_DELETED_PLANS = agedRowsOf('deleted_plan', 'deleted_at');

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
    const values = [ageMs, rows];
    const found = await this.sql.query<{ companyId: string }>(OLD_DELETED_PLANS.companies, values);
    return found.map(({ companyId }) => companyId);
  }

  async removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number> {
    return (await this.sql.query(OLD_DELETED_PLANS.remove, [companyId, ageMs, limit])).length;
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

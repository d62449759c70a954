import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionPlan, type PlanRecord, type PlanState } from '../domain/action-plan.js';
import type { ActionWithNotes } from '../domain/action.js';
import { ActionPlanRow, toPlanRow } from './action-plan.schema.js';
import { PlanRevisions } from './plan-revisions.js';
import { PlanUpsert } from './plan-upsert.js';

/** `$1` company, `$2` plan. */
const LOCK: Statement = {
  name: 'action-plans.lock',
  text: 'SELECT document FROM action_plan WHERE company_id = $1 AND id = $2 FOR UPDATE',
};

/** What the plan had is returned: a statement sees the rows that it deletes. `$1` company, `$2` plan. */
const REMOVE: Statement = {
  name: 'action-plans.remove',
  text: `
    DELETE FROM action_plan WHERE company_id = $1 AND id = $2
    RETURNING (
      SELECT coalesce(json_agg(
        json_build_object('action', a.document, 'notes', (
          SELECT coalesce(json_agg(n.document ORDER BY n.created_at, n.id), '[]')
          FROM action_note n WHERE n.company_id = $1 AND n.action_id = a.id
        )) ORDER BY a.created_at, a.id
      ), '[]')
      FROM plan_action a WHERE a.company_id = $1 AND a.plan_id = $2
    ) AS contents`,
};

/** Plans in PostgreSQL. */
@Injectable()
export class TypeormActionPlanRepository extends ActionPlanRepository {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
    private readonly revisions: PlanRevisions,
  ) {
    super();
  }

  async insert(plan: ActionPlan, transaction: Transaction): Promise<void> {
    await managerOf(transaction).insert(ActionPlanRow, toPlanRow(plan));
    await this.revisions.move(plan.state.companyId, transaction);
  }

  async lock(companyId: string, id: string, transaction: Transaction): Promise<ActionPlan> {
    const rows = await this.sql.query<{ document: PlanState }>(LOCK, [companyId, id], transaction);
    if (!rows[0]) throw new PlanNotFound();
    return ActionPlan.restore(rows[0].document);
  }

  async update(plan: ActionPlan, transaction: Transaction): Promise<void> {
    const { companyId, id, ...columns } = toPlanRow(plan);
    await managerOf(transaction).update(ActionPlanRow, { companyId, id }, columns);
    await this.revisions.move(companyId, transaction);
  }

  async remove({ state }: ActionPlan, transaction: Transaction): Promise<ActionWithNotes[]> {
    const values = [state.companyId, state.id];
    const [row] = await this.sql.query<{ contents: ActionWithNotes[] }>(REMOVE, values, transaction);
    await this.revisions.move(state.companyId, transaction);
    return row?.contents ?? [];
  }

  async upsertAll(
    companyId: string,
    records: readonly PlanRecord[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.unitOfWork.run(async (own) => {
      const counts = await new PlanUpsert(managerOf(own), companyId).run(records);
      if (counts.created + counts.updated > 0) await this.revisions.moveByImport(companyId, own);
      return counts;
    }, transaction);
  }
}

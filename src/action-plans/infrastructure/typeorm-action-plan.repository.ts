import { Injectable } from '@nestjs/common';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockCompany } from '../../platform/database/import-lock.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { PlanCompanyNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository, type ImportedPlan } from '../domain/action-plan.repository.js';
import { ActionPlanResponse, type PlanDocument } from '../application/action-plan.response.js';
import { ActionPlan, type PlanState } from '../domain/action-plan.js';
import type { Action } from '../domain/action.js';
import { ActionPlanRow, toPlanRow } from './action-plan.schema.js';
import { hidePlans, tombstoneOf } from './plan-tombstones.js';
import { PlanUpsert, upsertPlanTexts } from './plan-upsert.js';

/** `$1` company, `$2` plan. */
const LOCK: Statement = {
  name: 'action-plans.lock',
  text: `
    SELECT document, updated_at AS "updatedAt", action_count AS "actionCount", bytes FROM action_plan
    WHERE company_id = $1 AND id = $2 FOR UPDATE`,
};

const SAVE_TEXT = named('action-plans.save-text', upsertPlanTexts.row);

/** `$1` company, `$2` plans. */
const LOCK_ALL = `
  SELECT id, document, updated_at AS "updatedAt" FROM action_plan
  WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`;

/** `$1` company, `$2` plans. */
const FIND_FOREIGN_IDS = 'SELECT id FROM action_plan WHERE id = ANY ($2) AND company_id <> $1';

/** `$1` company, `$2` actions, `$3` the plan of each. */
const FIND_FOREIGN_ACTION_IDS = `
  SELECT a.id FROM plan_action a JOIN unnest($2::text[], $3::text[]) AS given (id, plan_id) ON given.id = a.id
  WHERE a.company_id <> $1 OR a.plan_id <> given.plan_id`;

/**
 * The parts before the deletion read what it removes. A plan that was deleted before, and imported again since, is kept
 * as it is now; an export without its plan counts as gone. `$1` company, `$2` plan, `$3` change set.
 */
const REMOVE: Statement = {
  name: 'action-plans.remove',
  text: `
    WITH kept AS (
      INSERT INTO deleted_plan (company_id, plan_id, document)
      SELECT p.company_id, p.id, json_build_object('plan', p.document, 'updatedAt', p.updated_at, 'actions', (
        SELECT coalesce(json_agg(
          json_build_object('action', a.document, 'updatedAt', a.updated_at, 'notes', (
            SELECT coalesce(json_agg(n.document ORDER BY n.created_at, n.id), '[]')
            FROM action_note n WHERE n.company_id = $1 AND n.action_id = a.id
          )) ORDER BY a.created_at, a.id
        ), '[]')
        FROM plan_action a WHERE a.company_id = $1 AND a.plan_id = $2
      )) FROM action_plan p WHERE p.company_id = $1 AND p.id = $2
      ON CONFLICT (company_id, plan_id)
        DO UPDATE SET (deleted_at, document) = ROW (excluded.deleted_at, excluded.document)
    ), tombstone AS (${tombstoneOf('$1', '$2', '$3')}), abandoned AS (
      UPDATE plan_export SET plan_id = NULL WHERE company_id = $1 AND plan_id = $2
    )
    DELETE FROM action_plan WHERE company_id = $1 AND id = $2`,
};

interface LockedRow extends Record<string, unknown> {
  readonly document: PlanDocument;
  readonly updatedAt: Date;
  readonly actionCount: number;
  readonly bytes: number;
}

@Injectable()
export class TypeormActionPlanRepository extends ActionPlanRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async insert(plan: ActionPlan, transaction: Transaction): Promise<void> {
    const changeSet = changeSetOf(managerOf(transaction), plan.state.companyId, 'plan');
    await managerOf(transaction).insert(ActionPlanRow, Object.assign(toPlanRow(plan), { changeSet }));
    await this.saveText(plan, transaction);
  }

  async lock(companyId: string, id: string, transaction: Transaction): Promise<ActionPlan> {
    const [row] = await this.sql.query<LockedRow>(LOCK, [companyId, id], transaction);
    if (!row) throw new PlanNotFound();
    const { document, updatedAt, actionCount, bytes } = row;
    const state = ActionPlanResponse.stateOf(document, updatedAt.toISOString());
    return ActionPlan.restore(state, { actionCount, bytes });
  }

  async update(plan: ActionPlan, transaction: Transaction): Promise<void> {
    const { companyId, id, ...columns } = toPlanRow(plan);
    const manager = managerOf(transaction);
    await hidePlans(manager, companyId, [plan]);
    const changeSet = changeSetOf(manager, companyId, 'plan');
    await manager.update(ActionPlanRow, { companyId, id }, { ...columns, changeSet });
    await this.saveText(plan, transaction);
  }

  async remove({ state }: ActionPlan, transaction: Transaction): Promise<void> {
    const changeSet = changeSetOf(managerOf(transaction), state.companyId, 'plan');
    await this.sql.query(REMOVE, [state.companyId, state.id, changeSet], transaction);
  }

  async lockAll(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, PlanState>> {
    const manager = managerOf(transaction);
    if (!(await lockCompany(manager, companyId))) throw new PlanCompanyNotFound(companyId);
    const rows = await manager.query<(LockedRow & { id: string })[]>(LOCK_ALL, [companyId, ids]);
    return new Map(
      rows.map(({ id, document, updatedAt }) => [
        id,
        ActionPlanResponse.stateOf(document, updatedAt.toISOString()),
      ]),
    );
  }

  async findForeignIds(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    const rows = await managerOf(transaction).query<{ id: string }[]>(FIND_FOREIGN_IDS, [companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async findForeignActionIds(
    companyId: string,
    actions: readonly Action[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    const rows = await managerOf(transaction).query<{ id: string }[]>(FIND_FOREIGN_ACTION_IDS, [
      companyId,
      actions.map(({ state }) => state.id),
      actions.map(({ state }) => state.planId),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  async upsertAll(
    companyId: string,
    plans: readonly ImportedPlan[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, number>> {
    return await new PlanUpsert(managerOf(transaction), companyId).run(plans);
  }

  private async saveText({ state }: ActionPlan, transaction: Transaction): Promise<void> {
    const values = { companyId: state.companyId, ...upsertPlanTexts.valuesOf(state) };
    await this.sql.query(SAVE_TEXT, values, transaction);
  }
}

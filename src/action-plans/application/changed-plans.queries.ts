import { Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../platform/database/change-source.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { ActionPlanResponse } from './action-plan.response.js';
import { plansOf } from './plan-json.js';
import { actionsOf, columns, MAY_READ_PLAN, READABLE, type PlanRow } from './plan-statements.queries.js';

/** Plans in the change feed. Actions and notes change their plan, too. */
export const PLAN_CHANGES: ChangeSource<'plan'> = {
  kind: 'plan',
  words: 'An action plan',
  response: ActionPlanResponse,
  table: 'action_plan p',
  alias: 'p',
  isReadable: MAY_READ_PLAN,
  bytes: 'p.bytes',
};

/** `$1` company, `$2` reader, `$3` plans. */
const GET_PLANS: Statement = {
  name: 'action-plans.get-changed',
  text: `
    SELECT p.id, ${columns()}
    FROM action_plan p LEFT JOIN LATERAL (${actionsOf()}) a ON true
    WHERE ${READABLE} AND p.id = ANY ($3)
    ORDER BY p.id, a.place`,
};

/** Reads plans for the change feed. */
@Injectable()
export class ChangedPlans {
  constructor(private readonly sql: Sql) {}

  /** The JSON of the plans that the user may read, by id. */
  async read(
    companyId: string,
    userId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.query<PlanRow & { id: string }>(GET_PLANS, [companyId, userId, ids]);
    const order = [...new Set(rows.map(({ id }) => id))];
    const plans = plansOf(rows);
    return new Map(order.map((id, index) => [id, plans[index] ?? '']));
  }
}

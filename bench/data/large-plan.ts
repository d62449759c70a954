import { largeWorkbookPlan } from '../../test/support/builders/workbook-plan.js';
import type { Database } from '../harness/database.js';
import type { PlanReader } from './plans.js';

const PLAN = `
  INSERT INTO action_plan (id, company_id, title, visibility, created_by, created_at, updated_at)
  VALUES ($1, $2, $3, 'PUBLIC', $4, now(), now())`;

/** `$1` actions, `$2` their plan, `$3` its company. */
const ACTIONS = `
  INSERT INTO plan_action (id, plan_id, company_id, title, focus_items, assignee_statuses, hierarchy_ids, group_ids,
    characteristics, action_type, source, visibility, status, created_at, updated_at, notes)
  SELECT id, $2, $3, title, '[]', '[]', '{}', '{}', '[]', "actionType", source, visibility, status, "createdAt",
    "updatedAt", notes
  FROM jsonb_to_recordset($1::jsonb) AS given (
    id text, title jsonb, "actionType" text, source text, visibility text, status text, "createdAt" timestamptz(3),
    "updatedAt" timestamptz(3), notes jsonb
  )`;

/** Gives a reader the plan that the speed of exports is measured with. Returns its id. */
export async function addLargePlan(
  database: Database,
  { companyId, userId }: PlanReader,
  actions: number,
  notesEach: number,
): Promise<string> {
  const plan = largeWorkbookPlan(actions, notesEach);
  await database.query(PLAN, [plan.id, companyId, plan.title, userId]);
  await database.query(ACTIONS, [JSON.stringify(plan.actions), plan.id, companyId]);
  await database.query('VACUUM ANALYZE plan_action');
  return plan.id;
}

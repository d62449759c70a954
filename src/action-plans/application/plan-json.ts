import { actionCompletion, completionOf, planCompletion } from '../domain/completion.js';
import type { ActionStatus } from '../domain/enumerations.js';
import { ActionPlanResponse, type PlanDocument } from './action-plan.response.js';
import { ActionPlanSummaryResponse } from './action-plan-summary.response.js';
import { ActionResponse } from './action.response.js';
import type { SummaryRow } from './plan-list-statements.queries.js';
import type { PlanRow } from './plan-statements.queries.js';

/** The JSON of each plan; its rows follow one another. */
export function plansOf(rows: readonly PlanRow[]): string[] {
  const plans: string[] = [];
  for (let at = 0; at < rows.length;) {
    const { plan: document, planUpdatedAt } = rows[at] as PlanRow;
    if (document === null || planUpdatedAt === null) return plans; // an empty page has one row, with the total only
    const summary = summaryOf(JSON.parse(document) as PlanDocument);
    const statuses: ActionStatus[] = [];
    const actions: string[] = [];
    do {
      const row = rows[at] as PlanRow;
      if (row.status !== null) statuses.push(row.status as ActionStatus);
      const action = actionOf(row, summary);
      if (action !== undefined) actions.push(action);
      at++;
    } while (at < rows.length && rows[at]?.plan === null);
    const completionPercent = planCompletion(statuses);
    plans.push(ActionPlanResponse.json(document, { updatedAt: planUpdatedAt, completionPercent, actions }));
  }
  return plans;
}

/** The JSON of each plan without its actions. */
export function summariesOf(rows: readonly SummaryRow[]): string[] {
  return rows.flatMap(({ plan, planUpdatedAt, ...counts }) => {
    if (plan === null || planUpdatedAt === null) return []; // an empty page has one row, with the total only
    const { actionCount, completedCount, overdueCount } = counts;
    return ActionPlanSummaryResponse.json(plan, {
      updatedAt: planUpdatedAt,
      completionPercent: completionOf(completedCount, actionCount),
      actionCount,
      completedCount,
      overdueCount,
    });
  });
}

/** The JSON of the plan of an action, in short. */
export function summaryOf({ id, title, description }: PlanDocument): string {
  return JSON.stringify({ id, title, description });
}

/** The JSON of the action of a row, with that of its plan in short; undefined when the row has none. */
export function actionOf(
  { action, actionUpdatedAt, status, assignees, notes }: Omit<PlanRow, 'plan' | 'planUpdatedAt'>,
  plan: string,
): string | undefined {
  if (action === null) return undefined;
  const statuses = (assignees ?? []) as readonly ActionStatus[];
  return ActionResponse.json(action, {
    updatedAt: actionUpdatedAt ?? '',
    plan,
    completionPercent: actionCompletion(status as ActionStatus, statuses),
    notes: notes ?? '',
  });
}

import { idIssues, newId, timeOfId } from '../../shared-kernel/id.js';
import { toMultiLanguage } from '../../shared-kernel/multi-language.js';
import { ignored, isRecord, objectIssues, required } from '../../shared-kernel/shape.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { ActionState } from './action.js';
import { InvalidPlan } from './action-plan.errors.js';
import { ActionPlan, type PlanState } from './action-plan.js';
import {
  actionOf,
  belongingTo,
  distinctBy,
  moment,
  reference,
  timeOrderIssues,
  toAction,
  type Checked,
} from './imported-action.js';
import { dateTimeIssues } from '../../shared-kernel/date-time.js';
import { PLAN_RULES } from './plan.rules.js';

/** Members without which a record leaves a stored plan as it is: nobody gives up a plan by not naming its creator. */
const KEPT_WHEN_ABSENT = ['visibility', 'createdBy', 'createdAt', 'updatedAt'] as const;

/** A plan and the actions that it comes with, notes included. */
export interface PlanWithActions {
  readonly plan: ActionPlan;
  /** What the record does not say: a plan that is stored already keeps its own. */
  readonly absent: readonly (typeof KEPT_WHEN_ABSENT)[number][];
  readonly actions: readonly ActionState[];
}

/**
 * A plan of a company from a record in the shape in which the API returns plans. Members that the API computes are
 * ignored. Without an id the plan gets a new one; without times it gets those of its id.
 * @throws {InvalidPlan} naming every member that breaks its rule, by paths like `actions[0].title.defaultValue`
 */
export function importPlan(companyId: string, record: unknown): PlanWithActions {
  const given = isRecord(record) ? record['id'] : undefined;
  const id = typeof given === 'string' ? given : newId();
  const issues = planIssues(companyId, id, record);
  if (issues.length > 0) throw new InvalidPlan(issues);
  const checked = record as Checked<PlanState & { readonly actions: readonly ActionState[] }>;
  const createdAt = moment(checked.createdAt) ?? timeOfId(id);
  const plan = ActionPlan.of({
    id,
    companyId,
    title: toMultiLanguage(checked.title as PlanState['title']),
    description: checked.description ? toMultiLanguage(checked.description) : null,
    visibility: checked.visibility ?? 'PRIVATE',
    createdBy: checked.createdBy ?? null,
    createdAt,
    updatedAt: moment(checked.updatedAt) ?? createdAt,
  });
  return {
    plan,
    absent: KEPT_WHEN_ABSENT.filter((member) => !checked[member]),
    actions: (checked.actions ?? []).map(toAction),
  };
}

function planIssues(companyId: string, id: string, record: unknown): ValidationIssue[] {
  const issues = objectIssues(record, {
    id: idIssues,
    companyId: belongingTo(companyId),
    title: required(PLAN_RULES.title),
    description: PLAN_RULES.description,
    actions: distinctBy('id', actionOf(companyId, id)),
    visibility: PLAN_RULES.visibility,
    completionPercent: ignored,
    createdBy: reference,
    createdAt: dateTimeIssues,
    updatedAt: dateTimeIssues,
  });
  return isRecord(record) ? [...issues, ...timeOrderIssues(record)] : issues;
}

import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { ActionState, Note } from './action.js';

/** Most bytes of a plan with its actions and their notes, as {@link PlanContents} counts them. */
export const MAX_PLAN_BYTES = 3_145_728;

/** Most bytes of a page of plans, counted like those of its whole plans. Ten plans always fit. */
export const MAX_PLAN_PAGE_BYTES = 33_554_432;

/** Most actions of a plan. */
export const MAX_ACTIONS = 1_000;

/** The contents of a plan in numbers, stored with the plan, so that no check reads all of it. */
export interface PlanContents {
  readonly actionCount: number;
  /**
   * Bytes of the plan as it is answered to a reader of all of it: its own properties, its actions, the title and
   * description of the plan once for each action, and the notes. Computed properties, statuses and their times are
   * counted at their longest, so that a change of status never changes the number.
   */
  readonly bytes: number;
}

/** The properties of a plan, as far as its size depends on them. */
interface SizedPlan {
  readonly id: string;
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage;
}

const TIME = '2026-03-01T09:30:00.000Z';
const LONGEST_PROGRESS = { status: 'IN_PROGRESS', startedAt: TIME, completedAt: TIME };
const COMPUTED = { completionPercent: 100 };

/** Bytes of the own properties of a plan. */
export function planBytes(plan: SizedPlan): number {
  return jsonBytes({ ...plan, ...withValid(plan), ...COMPUTED, actions: [] });
}

/** Bytes of the short form of a plan that each of its actions has. */
export function summaryBytes(plan: SizedPlan): number {
  return jsonBytes({ id: plan.id, ...withValid(plan) });
}

/** Bytes of an action without its notes and the short form of its plan. */
export function actionBytes(state: ActionState): number {
  const assigneeStatuses = state.assigneeStatuses.map((one) => ({ ...one, ...LONGEST_PROGRESS }));
  const parts = { ...LONGEST_PROGRESS, ...COMPUTED, assigneeStatuses, plan: '', notes: [] };
  return jsonBytes({ ...state, ...withValid(state), ...parts });
}

/** Bytes of a note. */
export function noteBytes(note: Note): number {
  return jsonBytes(note);
}

function withValid({ title, description }: Omit<SizedPlan, 'id'>): object {
  return {
    title: { ...title, valid: false },
    ...(description && { description: { ...description, valid: false } }),
  };
}

/** With a comma behind it. */
function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

import { EntitySchema } from 'typeorm';
import { ActionPlanResponse } from '../application/action-plan.response.js';
import { ActionResponse } from '../application/action.response.js';
import type { ActionPlan } from '../domain/action-plan.js';
import type { ActionState, Note } from '../domain/action.js';
import { filterKeysOf, overdueAfter, searchTextOf } from '../domain/plan-filter.js';

const ID = { type: 'text', collation: 'C' } as const;

/** A row of `action_plan`: the document, and what lists filter and sort by. */
export class ActionPlanRow {
  companyId!: string;
  id!: string;
  visibility!: string;
  createdBy!: string | null;
  createdAt!: Date;
  document!: object;
}

export const actionPlanSchema = new EntitySchema<ActionPlanRow>({
  name: 'ActionPlanRow',
  target: ActionPlanRow,
  tableName: 'action_plan',
  columns: {
    companyId: {
      ...ID,
      name: 'company_id',
      primary: true,
      primaryKeyConstraintName: 'action_plan_pkey',
      foreignKey: { target: 'Company', name: 'action_plan_company_fkey', onDelete: 'CASCADE' },
    },
    id: { ...ID, primary: true, primaryKeyConstraintName: 'action_plan_pkey' },
    visibility: { type: 'text' },
    createdBy: { ...ID, name: 'created_by', nullable: true },
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
    document: { type: 'json' },
  },
  indices: [
    { name: 'action_plan_newest_idx', synchronize: false }, // descending, with included columns
    { name: 'action_plan_id_idx', columns: ['id'] },
  ],
});

export function toPlanRow({ state }: ActionPlan): ActionPlanRow {
  return {
    companyId: state.companyId,
    id: state.id,
    visibility: state.visibility,
    createdBy: state.createdBy ?? null,
    createdAt: new Date(state.createdAt),
    document: ActionPlanResponse.documentOf(state),
  };
}

/** A row of `plan_action`, under the names of its columns. */
export function toActionRow(state: ActionState): Record<string, unknown> {
  return {
    plan_id: state.planId,
    id: state.id,
    created_at: state.createdAt,
    status: state.status,
    assignee_statuses: state.assigneeStatuses.map(({ status }) => status),
    filter_keys: filterKeysOf(state),
    overdue_after: overdueAfter(state),
    document: ActionResponse.documentOf(state),
  };
}

/** A row of `action_text`, under the names of its columns. */
export function toTextRow(state: ActionState): Record<string, unknown> {
  return { plan_id: state.planId, action_id: state.id, search_text: searchTextOf(state) };
}

/** A row of `action_note`, under the names of its columns. */
export function toNoteRow(planId: string, actionId: string, note: Note): Record<string, unknown> {
  return {
    plan_id: planId,
    action_id: actionId,
    id: note.id,
    author_id: note.authorId,
    visibility: note.visibility,
    created_at: note.createdAt,
    document: note,
  };
}

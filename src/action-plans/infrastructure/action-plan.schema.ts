import { EntitySchema } from 'typeorm';
import { CHANGED_SCHEMA } from '../../platform/database/change-sets.js';
import { ActionPlanResponse } from '../application/action-plan.response.js';
import { ActionResponse } from '../application/action.response.js';
import type { ActionPlan, PlanState } from '../domain/action-plan.js';
import type { ActionState, Note } from '../domain/action.js';
import { actionBytes, noteBytes } from '../domain/plan-size.js';
import { areaIdsOf, focusTypesOf } from '../domain/counted-columns.js';
import { filterKeysOf, overdueAfter, searchTextOf } from '../domain/plan-filter.js';

const ID = { type: 'text', collation: 'C' } as const;

/** A row of `action_plan`: the document, and what lists filter and sort by. */
export class ActionPlanRow {
  companyId!: string;
  id!: string;
  title!: string;
  visibility!: string;
  createdBy!: string | null;
  createdAt!: Date;
  updatedAt!: Date;
  actionCount!: number;
  bytes!: number;
  document!: object;
  changeSet?: string;
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
    title: { type: 'text', collation: 'und-x-icu', default: '' },
    visibility: { type: 'text' },
    createdBy: { ...ID, name: 'created_by', nullable: true },
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
    updatedAt: { type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' },
    actionCount: { type: 'integer', name: 'action_count', default: 0 },
    bytes: { type: 'integer', default: 0 },
    document: { type: 'json' },
    ...CHANGED_SCHEMA,
  },
  indices: [
    { name: 'action_plan_newest_idx', synchronize: false }, // descending, with included columns
    { name: 'action_plan_changed_idx', synchronize: false },
    { name: 'action_plan_title_idx', synchronize: false },
    { name: 'action_plan_id_idx', columns: ['id'] },
    { name: 'action_plan_change_idx', columns: ['companyId', 'changeSet', 'id'] },
  ],
});

export function toPlanRow({ state, contents }: ActionPlan): ActionPlanRow {
  return {
    companyId: state.companyId,
    id: state.id,
    title: state.title.defaultValue,
    visibility: state.visibility,
    createdBy: state.createdBy ?? null,
    createdAt: new Date(state.createdAt),
    updatedAt: new Date(state.updatedAt),
    actionCount: contents.actionCount,
    bytes: contents.bytes,
    document: ActionPlanResponse.documentOf(state),
  };
}

/**
 * Columns besides the company, by name, each with its value. They are the only list of the columns that are written.
 */
export type Columns<Stored> = Readonly<Record<string, (stored: Stored) => unknown>>;

export const ACTION_COLUMNS: Columns<ActionState> = {
  plan_id: ({ planId }) => planId,
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  created_by: ({ createdBy }) => createdBy,
  bytes: actionBytes,
  status: ({ status }) => status,
  assignee_statuses: ({ assigneeStatuses }) => assigneeStatuses.map(({ status }) => status),
  filter_keys: filterKeysOf,
  overdue_after: overdueAfter,
  completed_at: ({ completedAt }) => completedAt,
  focus_types: focusTypesOf,
  area_ids: areaIdsOf,
  document: (state) => ActionResponse.documentOf(state),
};

export const PLAN_TEXT_COLUMNS: Columns<PlanState> = {
  plan_id: ({ id }) => id,
  search_text: searchTextOf,
};

export const TEXT_COLUMNS: Columns<ActionState> = {
  plan_id: ({ planId }) => planId,
  action_id: ({ id }) => id,
  search_text: searchTextOf,
};

/** A note, and the action that it is on. */
export interface NoteOfAction {
  readonly action: ActionState;
  readonly note: Note;
}

export const NOTE_COLUMNS: Columns<NoteOfAction> = {
  plan_id: ({ action }) => action.planId,
  action_id: ({ action }) => action.id,
  id: ({ note }) => note.id,
  author_id: ({ note }) => note.authorId,
  visibility: ({ note }) => note.visibility,
  created_at: ({ note }) => note.createdAt,
  bytes: ({ note }) => noteBytes(note),
  document: ({ note }) => note,
};

/** Rows as a JSON array, for the statements of `plan-upsert.ts`. */
export function rowsOf<Stored>(columns: Columns<Stored>, stored: readonly Stored[]): string {
  const values = Object.entries(columns);
  return JSON.stringify(
    stored.map((each) => Object.fromEntries(values.map(([name, valueOf]) => [name, valueOf(each)]))),
  );
}

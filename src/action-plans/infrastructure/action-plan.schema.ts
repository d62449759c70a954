import { EntitySchema } from 'typeorm';
import { ActionPlan } from '../domain/action-plan.js';
import type { ActionState } from '../domain/action.js';

const ID = { type: 'text', collation: 'C' } as const;
const MOMENT = { type: 'timestamptz', precision: 3 } as const;

/** Written by a trigger in the same write, and never by the domain. */
const DERIVED = { select: false, insert: false, update: false } as const;

export const actionPlanSchema = new EntitySchema<
  ActionPlan & { readonly rendered: string; readonly summary: string }
>({
  name: 'ActionPlan',
  target: ActionPlan,
  tableName: 'action_plan',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'action_plan_pkey' },
    companyId: {
      ...ID,
      name: 'company_id',
      foreignKey: { target: 'Company', name: 'action_plan_company_fkey', onDelete: 'CASCADE' },
    },
    title: { type: 'jsonb' },
    description: { type: 'jsonb', nullable: true },
    visibility: { type: 'text' },
    createdBy: { ...ID, name: 'created_by', nullable: true },
    createdAt: { ...MOMENT, name: 'created_at' },
    updatedAt: { ...MOMENT, name: 'updated_at' },
    rendered: { type: 'text', ...DERIVED },
    summary: { type: 'text', ...DERIVED },
  },
  // Descending and with included columns, which TypeORM cannot describe.
  indices: [{ name: 'action_plan_newest_idx', synchronize: false }],
});

/** An action as it lies in the table `plan_action`: what the domain says of it, and what triggers derive from that. */
export interface ActionRow extends ActionState {
  readonly planId: string;
  readonly companyId: string;
  readonly rendered: string;
  readonly sharedNotes: string;
  readonly privateNoteAuthors: readonly string[];
  readonly assigneeStates: readonly string[];
  readonly filterKeys: readonly string[];
  readonly search: string;
}

export const planActionSchema = new EntitySchema<ActionRow>({
  name: 'PlanAction',
  tableName: 'plan_action',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'plan_action_pkey' },
    planId: {
      ...ID,
      name: 'plan_id',
      foreignKey: { target: () => ActionPlan, name: 'plan_action_plan_fkey', onDelete: 'CASCADE' },
    },
    companyId: { ...ID, name: 'company_id' },
    title: { type: 'jsonb' },
    description: { type: 'jsonb', nullable: true },
    focusItems: { type: 'jsonb', name: 'focus_items' },
    assigneeStatuses: { type: 'jsonb', name: 'assignee_statuses' },
    hierarchyIds: { type: 'text', array: true, name: 'hierarchy_ids' },
    groupIds: { type: 'text', array: true, name: 'group_ids' },
    characteristics: { type: 'jsonb' },
    actionType: { type: 'text', name: 'action_type' },
    source: { type: 'text' },
    visibility: { type: 'text' },
    status: { type: 'text' },
    dueDate: { ...MOMENT, name: 'due_date', nullable: true },
    startedAt: { ...MOMENT, name: 'started_at', nullable: true },
    completedAt: { ...MOMENT, name: 'completed_at', nullable: true },
    createdBy: { ...ID, name: 'created_by', nullable: true },
    createdAt: { ...MOMENT, name: 'created_at' },
    updatedAt: { ...MOMENT, name: 'updated_at' },
    notes: { type: 'jsonb' },
    rendered: { type: 'text', ...DERIVED },
    sharedNotes: { type: 'text', name: 'shared_notes', ...DERIVED },
    privateNoteAuthors: { type: 'text', array: true, name: 'private_note_authors', ...DERIVED },
    assigneeStates: { type: 'text', array: true, name: 'assignee_states', ...DERIVED },
    filterKeys: { type: 'text', array: true, name: 'filter_keys', ...DERIVED },
    search: { type: 'text', ...DERIVED },
  },
  indices: [
    { name: 'plan_action_plan_idx', columns: ['planId', 'createdAt', 'id'] },
    { name: 'plan_action_filter_idx', synchronize: false }, // GIN
  ],
});

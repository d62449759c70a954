import { Injectable } from '@nestjs/common';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionResponse, type ActionDocument } from '../application/action.response.js';
import { ActionNote } from '../domain/action-note.js';
import { ActionNotFound, NoteNotFound, TooManyNotes } from '../domain/action-plan.errors.js';
import type { ActionPlan } from '../domain/action-plan.js';
import { ActionRepository, type NewAssignments } from '../domain/action.repository.js';
import { Action, MAX_NOTES, type Note } from '../domain/action.js';
import { upsertActions, upsertNotes, upsertTexts } from './plan-upsert.js';

/** `$1` company, `$2` plan, `$3` action. */
const FIND_ACTION: Statement = {
  name: 'action-plans.find-action',
  text: `
    SELECT document, updated_at AS "updatedAt" FROM plan_action
    WHERE company_id = $1 AND plan_id = $2 AND id = $3`,
};

/** `$1` company, `$2` action, `$3` note. */
const FIND_NOTE: Statement = {
  name: 'action-plans.find-note',
  text: 'SELECT document FROM action_note WHERE company_id = $1 AND action_id = $2 AND id = $3',
};

/** Leaves the document alone, which may be large. */
const TOUCH_PLAN = `
  UPDATE action_plan SET updated_at = :planUpdatedAt::timestamptz, action_count = :actionCount::integer,
    bytes = :planBytes::integer, change_set = :changeSet::uuid
  WHERE company_id = :companyId AND id = :planId`;

const TOUCH_ACTION = `
  UPDATE plan_action SET updated_at = :actionUpdatedAt::timestamptz WHERE company_id = :companyId AND id = :actionId`;

const ADD_ASSIGNMENTS = `
  INSERT INTO new_assignment AS stored (company_id, employee_id, action_id, assigned_by)
  SELECT :companyId, unnest(:employeeIds::text[]), :actionId, :assignedBy
  ON CONFLICT (company_id, employee_id, action_id)
    DO UPDATE SET assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at,
      is_planned = excluded.is_planned`;

const UPSERT_ACTION = `actions AS (${upsertActions.row}), texts AS (${upsertTexts.row})`;

const SAVE_ACTION = named('action-plans.save-action', `WITH ${UPSERT_ACTION} ${TOUCH_PLAN}`);

const SAVE_ASSIGNED_ACTION = named(
  'action-plans.save-assigned-action',
  `WITH ${UPSERT_ACTION}, assignments AS (${ADD_ASSIGNMENTS}) ${TOUCH_PLAN}`,
);

/** The statement still sees the notes that it deletes. `$1` company, `$2` action. */
const REMOVE_ACTION: Statement = {
  name: 'action-plans.remove-action',
  text: `
  DELETE FROM plan_action WHERE company_id = $1 AND id = $2
  RETURNING (
    SELECT coalesce(json_agg(n.document ORDER BY n.created_at, n.id), '[]')
    FROM action_note n WHERE n.company_id = $1 AND n.action_id = $2
  ) AS notes`,
};

const SAVE_PLAN = named('action-plans.touch', TOUCH_PLAN);

const SAVE_NOTE = named(
  'action-plans.save-note',
  `
  WITH action AS (${TOUCH_ACTION}), notes AS (${upsertNotes.row})
  ${TOUCH_PLAN}`,
);

/** `$1` company, `$2` action. */
const COUNT_NOTES: Statement = {
  name: 'action-plans.count-notes',
  text: 'SELECT count(*)::integer AS count FROM action_note WHERE company_id = $1 AND action_id = $2',
};

const REMOVE_NOTE = named(
  'action-plans.remove-note',
  `
  WITH action AS (${TOUCH_ACTION}),
    removed AS (DELETE FROM action_note WHERE company_id = :companyId AND action_id = :actionId AND id = :noteId)
  ${TOUCH_PLAN}`,
);

/** Actions and notes in PostgreSQL, changed after the lock of their plan. */
@Injectable()
export class SqlActionRepository extends ActionRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find({ state }: ActionPlan, actionId: string, transaction: Transaction): Promise<Action> {
    const values = [state.companyId, state.id, actionId];
    const [row] = await this.sql.query<FoundAction>(FIND_ACTION, values, transaction);
    if (!row) throw new ActionNotFound();
    return Action.restore(ActionResponse.stateOf(row.document, row.updatedAt.toISOString()));
  }

  async save(
    plan: ActionPlan,
    { state }: Action,
    { by, employeeIds }: NewAssignments,
    transaction: Transaction,
  ): Promise<void> {
    const values = {
      ...contentsOf(plan, transaction),
      ...upsertActions.valuesOf(state),
      ...upsertTexts.valuesOf(state),
    };
    if (employeeIds.length === 0) await this.sql.query(SAVE_ACTION, values, transaction);
    else {
      const assigned = { ...values, actionId: state.id, employeeIds, assignedBy: by };
      await this.sql.query(SAVE_ASSIGNED_ACTION, assigned, transaction);
    }
  }

  async remove({ state }: Action, transaction: Transaction): Promise<Note[]> {
    const values = [state.companyId, state.id];
    const [row] = await this.sql.query<{ notes: Note[] }>(REMOVE_ACTION, values, transaction);
    return row?.notes ?? [];
  }

  async savePlan(plan: ActionPlan, transaction: Transaction): Promise<void> {
    await this.sql.query(SAVE_PLAN, contentsOf(plan, transaction), transaction);
  }

  async findNote({ state }: Action, noteId: string, transaction: Transaction): Promise<ActionNote> {
    const values = [state.companyId, state.id, noteId];
    const [row] = await this.sql.query<{ document: Note }>(FIND_NOTE, values, transaction);
    if (!row) throw new NoteNotFound();
    return ActionNote.restore(row.document);
  }

  async insertNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    const { companyId, id } = action.state;
    const [row] = await this.sql.query<{ count: number }>(COUNT_NOTES, [companyId, id], transaction);
    if (row && row.count >= MAX_NOTES) throw new TooManyNotes();
    await this.saveNote(plan, action, note, transaction);
  }

  async saveNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    const stored = upsertNotes.valuesOf({ action: action.state, note: note.state });
    await this.sql.query(SAVE_NOTE, { ...timesOf(plan, action, transaction), ...stored }, transaction);
  }

  async removeNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    const values = { ...timesOf(plan, action, transaction), noteId: note.state.id };
    await this.sql.query(REMOVE_NOTE, values, transaction);
  }
}

interface FoundAction extends Record<string, unknown> {
  readonly document: ActionDocument;
  readonly updatedAt: Date;
}

/** The values of {@link TOUCH_PLAN}. */
function contentsOf({ state, contents }: ActionPlan, transaction: Transaction): Record<string, unknown> {
  const { companyId, id: planId, updatedAt: planUpdatedAt } = state;
  const { actionCount, bytes: planBytes } = contents;
  const changeSet = changeSetOf(managerOf(transaction), companyId, 'plan');
  return { companyId, planId, planUpdatedAt, actionCount, planBytes, changeSet };
}

/** Those and the ones of {@link TOUCH_ACTION}. */
function timesOf(plan: ActionPlan, { state }: Action, transaction: Transaction): Record<string, unknown> {
  return { ...contentsOf(plan, transaction), actionId: state.id, actionUpdatedAt: state.updatedAt };
}

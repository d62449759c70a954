import { Injectable } from '@nestjs/common';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionResponse, type ActionDocument } from '../application/action.response.js';
import { ActionNote } from '../domain/action-note.js';
import { ActionNotFound, NoteNotFound, TooManyNotes } from '../domain/action-plan.errors.js';
import type { ActionPlan } from '../domain/action-plan.js';
import { ActionRepository, type NewAssignments } from '../domain/action.repository.js';
import { Action, MAX_NOTES, type Note } from '../domain/action.js';
import { ACTION_COLUMNS, NOTE_COLUMNS, TEXT_COLUMNS, valuesOf } from './action-plan.schema.js';
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

/**
 * Leaves the document alone, which may be large. `$1` company, `$2` plan, `$3` its time, `$4`, `$5` its contents, `$6`
 * change set.
 */
const TOUCH_PLAN = `
  UPDATE action_plan SET updated_at = $3::timestamptz, action_count = $4::integer, bytes = $5::integer,
    change_set = $6::uuid
  WHERE company_id = $1 AND id = $2`;

/** Besides the values of {@link TOUCH_PLAN}: `$7` action, `$8` its time. */
const TOUCH_ACTION = `
  UPDATE plan_action SET updated_at = $8::timestamptz WHERE company_id = $1 AND id = $7`;

const ACTION_AT = 7;
const TEXT_AT = ACTION_AT + Object.keys(ACTION_COLUMNS).length;
const ASSIGNED_AT = TEXT_AT + Object.keys(TEXT_COLUMNS).length;

/** Besides the values of {@link TOUCH_PLAN}: action, employees, the user who assigned them. */
const ADD_ASSIGNMENTS = `
  INSERT INTO new_assignment AS stored (company_id, employee_id, action_id, assigned_by)
  SELECT $1, unnest($${ASSIGNED_AT + 1}::text[]), $${ASSIGNED_AT}, $${ASSIGNED_AT + 2}
  ON CONFLICT (company_id, employee_id, action_id)
    DO UPDATE SET assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at,
      is_planned = excluded.is_planned`;

const UPSERT_ACTION = `actions AS (${upsertActions.row(ACTION_AT)}), texts AS (${upsertTexts.row(TEXT_AT)})`;

/** Besides the values of {@link TOUCH_PLAN}: those of the action, those of its texts. */
const SAVE_ACTION: Statement = {
  name: 'action-plans.save-action',
  text: `WITH ${UPSERT_ACTION} ${TOUCH_PLAN}`,
};

/** Besides the values of {@link SAVE_ACTION}: those of {@link ADD_ASSIGNMENTS}. */
const SAVE_ASSIGNED_ACTION: Statement = {
  name: 'action-plans.save-assigned-action',
  text: `WITH ${UPSERT_ACTION}, assignments AS (${ADD_ASSIGNMENTS}) ${TOUCH_PLAN}`,
};

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

const SAVE_PLAN: Statement = {
  name: 'action-plans.touch',
  text: TOUCH_PLAN,
};

/** Besides the values of {@link TOUCH_ACTION}: those of the note. */
const SAVE_NOTE: Statement = {
  name: 'action-plans.save-note',
  text: `
  WITH action AS (${TOUCH_ACTION}), notes AS (${upsertNotes.row(9)})
  ${TOUCH_PLAN}`,
};

/** `$1` company, `$2` action. */
const COUNT_NOTES: Statement = {
  name: 'action-plans.count-notes',
  text: 'SELECT count(*)::integer AS count FROM action_note WHERE company_id = $1 AND action_id = $2',
};

/** Besides the values of {@link TOUCH_ACTION}: `$9` note. */
const REMOVE_NOTE: Statement = {
  name: 'action-plans.remove-note',
  text: `
  WITH action AS (${TOUCH_ACTION}),
    removed AS (DELETE FROM action_note WHERE company_id = $1 AND action_id = $7 AND id = $9)
  ${TOUCH_PLAN}`,
};

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
    const values = [
      ...contentsOf(plan, transaction),
      ...valuesOf(ACTION_COLUMNS, state),
      ...valuesOf(TEXT_COLUMNS, state),
    ];
    if (employeeIds.length === 0) await this.sql.query(SAVE_ACTION, values, transaction);
    else await this.sql.query(SAVE_ASSIGNED_ACTION, [...values, state.id, employeeIds, by], transaction);
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
    await this.sql.query(
      SAVE_NOTE,
      [...timesOf(plan, action, transaction), ...noteValues(action, note)],
      transaction,
    );
  }

  async removeNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    await this.sql.query(REMOVE_NOTE, [...timesOf(plan, action, transaction), note.state.id], transaction);
  }
}

interface FoundAction extends Record<string, unknown> {
  readonly document: ActionDocument;
  readonly updatedAt: Date;
}

/** The values of {@link TOUCH_PLAN}. */
function contentsOf({ state, contents }: ActionPlan, transaction: Transaction): (string | number)[] {
  const { companyId, id, updatedAt } = state;
  const changeSet = changeSetOf(managerOf(transaction), companyId, 'plan');
  return [companyId, id, updatedAt, contents.actionCount, contents.bytes, changeSet];
}

/** The values of {@link TOUCH_ACTION}. */
function timesOf(plan: ActionPlan, { state }: Action, transaction: Transaction): (string | number)[] {
  return [...contentsOf(plan, transaction), state.id, state.updatedAt];
}

function noteValues({ state }: Action, note: ActionNote): unknown[] {
  return valuesOf(NOTE_COLUMNS, { action: state, note: note.state });
}

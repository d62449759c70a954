import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionPlanResponse } from '../application/action-plan.response.js';
import { ActionNote } from '../domain/action-note.js';
import { ActionNotFound, NoteNotFound, TooManyActions, TooManyNotes } from '../domain/action-plan.errors.js';
import type { ActionPlan } from '../domain/action-plan.js';
import { ActionRepository } from '../domain/action.repository.js';
import { Action, MAX_ACTIONS, MAX_NOTES, type ActionState, type Note } from '../domain/action.js';
import { toActionRow, toNoteRow, toTextRow } from './action-plan.schema.js';
import { MOVE_REVISION } from './plan-revisions.js';
import { upsertActions, upsertNotes, upsertTexts } from './plan-upsert.js';

/** `$1` company, `$2` plan, `$3` action. */
const FIND_ACTION: Statement = {
  name: 'action-plans.find-action',
  text: 'SELECT document FROM plan_action WHERE company_id = $1 AND plan_id = $2 AND id = $3',
};

/** `$1` company, `$2` action, `$3` note. */
const FIND_NOTE: Statement = {
  name: 'action-plans.find-note',
  text: 'SELECT document FROM action_note WHERE company_id = $1 AND action_id = $2 AND id = $3',
};

/** `$1` company, `$2` plan, `$3` its document. */
const UPDATE_PLAN = 'UPDATE action_plan SET document = $3::json WHERE company_id = $1 AND id = $2';

/** Besides the values of {@link UPDATE_PLAN}: `$4` actions, `$5` their texts. */
const SAVE_ACTION: Statement = {
  name: 'action-plans.save-action',
  text: `
  WITH revision AS (${MOVE_REVISION}), actions AS (${upsertActions('$4')}), texts AS (${upsertTexts('$5')})
  ${UPDATE_PLAN}`,
};

/** Like {@link SAVE_ACTION}, and counts the actions that the plan had before. */
const INSERT_ACTION: Statement = {
  name: 'action-plans.insert-action',
  text: `
  ${SAVE_ACTION.text}
  RETURNING (SELECT count(*)::integer FROM plan_action WHERE company_id = $1 AND plan_id = $2) AS count`,
};

/** Besides the values of {@link UPDATE_PLAN}: `$4` action. The statement still sees the notes that it deletes. */
const REMOVE_ACTION: Statement = {
  name: 'action-plans.remove-action',
  text: `
  WITH revision AS (${MOVE_REVISION}), removed AS (DELETE FROM plan_action WHERE company_id = $1 AND plan_id = $2 AND id = $4)
  ${UPDATE_PLAN}
  RETURNING (
    SELECT coalesce(json_agg(n.document ORDER BY n.created_at, n.id), '[]')
    FROM action_note n WHERE n.company_id = $1 AND n.action_id = $4
  ) AS notes`,
};

/** Besides the values of {@link UPDATE_PLAN}: `$4` actions, `$5` notes. */
const SAVE_NOTE: Statement = {
  name: 'action-plans.save-note',
  text: `
  WITH revision AS (${MOVE_REVISION}), actions AS (${upsertActions('$4')}), notes AS (${upsertNotes('$5')})
  ${UPDATE_PLAN}`,
};

/** Like {@link SAVE_NOTE}, and counts the notes that the action had before. `$6` action. */
const INSERT_NOTE: Statement = {
  name: 'action-plans.insert-note',
  text: `
  ${SAVE_NOTE.text}
  RETURNING (SELECT count(*)::integer FROM action_note WHERE company_id = $1 AND action_id = $6) AS count`,
};

/** Besides the values of {@link UPDATE_PLAN}: `$4` actions, `$5` action, `$6` note. */
const REMOVE_NOTE: Statement = {
  name: 'action-plans.remove-note',
  text: `
  WITH revision AS (${MOVE_REVISION}), actions AS (${upsertActions('$4')}),
    removed AS (DELETE FROM action_note WHERE company_id = $1 AND action_id = $5 AND id = $6)
  ${UPDATE_PLAN}`,
};

/** Actions and notes in PostgreSQL; each change is one statement after the lock. */
@Injectable()
export class SqlActionRepository extends ActionRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find({ state }: ActionPlan, actionId: string, transaction: Transaction): Promise<Action> {
    const values = [state.companyId, state.id, actionId];
    const [action] = await this.documents<ActionState>(FIND_ACTION, values, transaction);
    if (!action) throw new ActionNotFound();
    return Action.restore(action);
  }

  async insert(plan: ActionPlan, action: Action, transaction: Transaction): Promise<void> {
    const before = await this.count(INSERT_ACTION, plan, [actionJson(action), textJson(action)], transaction);
    if (before >= MAX_ACTIONS) throw new TooManyActions();
  }

  async save(plan: ActionPlan, action: Action, transaction: Transaction): Promise<void> {
    await this.write(SAVE_ACTION, plan, [actionJson(action), textJson(action)], transaction);
  }

  async remove(plan: ActionPlan, { state }: Action, transaction: Transaction): Promise<Note[]> {
    const [row] = await this.write<{ notes: Note[] }>(REMOVE_ACTION, plan, [state.id], transaction);
    return row?.notes ?? [];
  }

  async findNote({ state }: Action, noteId: string, transaction: Transaction): Promise<ActionNote> {
    const values = [state.companyId, state.id, noteId];
    const [note] = await this.documents<Note>(FIND_NOTE, values, transaction);
    if (!note) throw new NoteNotFound();
    return ActionNote.restore(note);
  }

  async insertNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    const values = [actionJson(action), noteJson(action, note), action.state.id];
    const before = await this.count(INSERT_NOTE, plan, values, transaction);
    if (before >= MAX_NOTES) throw new TooManyNotes();
  }

  async saveNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    await this.write(SAVE_NOTE, plan, [actionJson(action), noteJson(action, note)], transaction);
  }

  async removeNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    await this.write(REMOVE_NOTE, plan, [actionJson(action), action.state.id, note.state.id], transaction);
  }

  private async documents<Document>(
    statement: Statement,
    values: readonly string[],
    transaction: Transaction,
  ): Promise<Document[]> {
    const rows = await this.sql.query<{ document: Document }>(statement, values, transaction);
    return rows.map(({ document }) => document);
  }

  private async count(
    statement: Statement,
    plan: ActionPlan,
    values: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    const [row] = await this.write<{ count: number }>(statement, plan, values, transaction);
    return row?.count ?? 0;
  }

  /** Every change stores the plan with it. */
  private write<Row extends Record<string, unknown>>(
    statement: Statement,
    { state }: ActionPlan,
    values: readonly string[],
    transaction: Transaction,
  ): Promise<Row[]> {
    const document = JSON.stringify(ActionPlanResponse.documentOf(state));
    return this.sql.query<Row>(statement, [state.companyId, state.id, document, ...values], transaction);
  }
}

function actionJson({ state }: Action): string {
  return JSON.stringify([toActionRow(state)]);
}

function textJson({ state }: Action): string {
  return JSON.stringify([toTextRow(state)]);
}

function noteJson({ state }: Action, note: ActionNote): string {
  return JSON.stringify([toNoteRow(state.planId, state.id, note.state)]);
}

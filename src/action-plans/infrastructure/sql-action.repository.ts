import { Injectable } from '@nestjs/common';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionPlanResponse } from '../application/action-plan.response.js';
import { ActionNote } from '../domain/action-note.js';
import { ActionNotFound, NoteNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlan, type PlanState } from '../domain/action-plan.js';
import { ActionRepository } from '../domain/action.repository.js';
import { Action, type ActionState, type Note } from '../domain/action.js';
import { toActionRow, toNoteRow, toTextRow } from './action-plan.schema.js';
import { upsertActions, upsertNotes, upsertTexts } from './plan-upsert.js';

/** `$1` company, `$2` plan. */
const LOCK_PLAN = 'SELECT document FROM action_plan WHERE company_id = $1 AND id = $2 FOR UPDATE';
const COUNT_ACTIONS = `
  SELECT count(*)::integer AS count FROM plan_action WHERE company_id = $1 AND plan_id = $2`;

/** `$1` company, `$2` plan, `$3` action. */
const FIND_ACTION = 'SELECT document FROM plan_action WHERE company_id = $1 AND plan_id = $2 AND id = $3';

/** `$1` company, `$2` action. */
const COUNT_NOTES = `
  SELECT count(*)::integer AS count FROM action_note WHERE company_id = $1 AND action_id = $2`;

/** `$1` company, `$2` action, `$3` note. */
const FIND_NOTE = 'SELECT document FROM action_note WHERE company_id = $1 AND action_id = $2 AND id = $3';

/** `$1` company, `$2` plan, `$3` its document. */
const UPDATE_PLAN = 'UPDATE action_plan SET document = $3::json WHERE company_id = $1 AND id = $2';

/** Besides the values of {@link UPDATE_PLAN}: `$4` actions, `$5` their texts. */
const SAVE_ACTION = `
  WITH actions AS (${upsertActions('$4')}), texts AS (${upsertTexts('$5')})
  ${UPDATE_PLAN}`;

/** Besides the values of {@link UPDATE_PLAN}: `$4` action. */
const REMOVE_ACTION = `
  WITH removed AS (DELETE FROM plan_action WHERE company_id = $1 AND plan_id = $2 AND id = $4)
  ${UPDATE_PLAN}`;

/** Besides the values of {@link UPDATE_PLAN}: `$4` actions, `$5` notes. */
const SAVE_NOTE = `
  WITH actions AS (${upsertActions('$4')}), notes AS (${upsertNotes('$5')})
  ${UPDATE_PLAN}`;

/** Besides the values of {@link UPDATE_PLAN}: `$4` actions, `$5` action, `$6` note. */
const REMOVE_NOTE = `
  WITH actions AS (${upsertActions('$4')}),
    removed AS (DELETE FROM action_note WHERE company_id = $1 AND action_id = $5 AND id = $6)
  ${UPDATE_PLAN}`;

/** Actions and notes in PostgreSQL; each change is one statement after the lock. */
@Injectable()
export class SqlActionRepository extends ActionRepository {
  async lockPlan(companyId: string, planId: string, transaction: Transaction): Promise<ActionPlan> {
    const [plan] = await documents<PlanState>(transaction, LOCK_PLAN, [companyId, planId]);
    if (!plan) throw new PlanNotFound();
    return ActionPlan.restore(plan);
  }

  async countActions({ state }: ActionPlan, transaction: Transaction): Promise<number> {
    return count(transaction, COUNT_ACTIONS, [state.companyId, state.id]);
  }

  async find({ state }: ActionPlan, actionId: string, transaction: Transaction): Promise<Action> {
    const values = [state.companyId, state.id, actionId];
    const [action] = await documents<ActionState>(transaction, FIND_ACTION, values);
    if (!action) throw new ActionNotFound();
    return Action.restore(action);
  }

  async save(plan: ActionPlan, { state }: Action, transaction: Transaction): Promise<void> {
    const values = [...valuesOf(plan), json(toActionRow(state)), json(toTextRow(state))];
    await managerOf(transaction).query(SAVE_ACTION, values);
  }

  async remove(plan: ActionPlan, { state }: Action, transaction: Transaction): Promise<void> {
    await managerOf(transaction).query(REMOVE_ACTION, [...valuesOf(plan), state.id]);
  }

  async countNotes({ state }: Action, transaction: Transaction): Promise<number> {
    return count(transaction, COUNT_NOTES, [state.companyId, state.id]);
  }

  async findNote({ state }: Action, noteId: string, transaction: Transaction): Promise<ActionNote> {
    const values = [state.companyId, state.id, noteId];
    const [note] = await documents<Note>(transaction, FIND_NOTE, values);
    if (!note) throw new NoteNotFound();
    return ActionNote.restore(note);
  }

  async saveNote(
    plan: ActionPlan,
    { state }: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    const row = toNoteRow(state.planId, state.id, note.state);
    await managerOf(transaction).query(SAVE_NOTE, [...valuesOf(plan), json(toActionRow(state)), json(row)]);
  }

  async removeNote(
    plan: ActionPlan,
    { state }: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void> {
    const values = [...valuesOf(plan), json(toActionRow(state)), state.id, note.state.id];
    await managerOf(transaction).query(REMOVE_NOTE, values);
  }
}

function valuesOf({ state }: ActionPlan): string[] {
  return [state.companyId, state.id, JSON.stringify(ActionPlanResponse.documentOf(state))];
}

function json(row: object): string {
  return JSON.stringify([row]);
}

async function documents<Document>(
  transaction: Transaction,
  text: string,
  values: readonly string[],
): Promise<Document[]> {
  const rows = await managerOf(transaction).query<{ document: Document }[]>(text, [...values]);
  return rows.map(({ document }) => document);
}

async function count(transaction: Transaction, text: string, values: readonly string[]): Promise<number> {
  const [row] = await managerOf(transaction).query<{ count: number }[]>(text, [...values]);
  return row?.count ?? 0;
}

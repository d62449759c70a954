import type { EntityManager } from 'typeorm';
import { givenTwice, idTaken, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { PlanCompanyNotFound } from '../domain/action-plan.errors.js';
import { ActionPlan, type PlanRecord, type PlanState } from '../domain/action-plan.js';
import { importedAction, importedNote } from '../domain/imported-action.js';
import { toActionRow, toNoteRow, toPlanRow, toTextRow } from './action-plan.schema.js';

/** Rows of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 500;

/** Imports of one company follow one another. */
const LOCK_COMPANY = 'SELECT FROM company WHERE id = $1 FOR NO KEY UPDATE';

type Column = readonly [name: string, type: string];

/** A row is updated only if its document differs; the order of properties does not matter. */
const OTHER_DOCUMENT = 'stored.document::jsonb <> excluded.document::jsonb';

/** @returns the statement for the rows in a JSON parameter; `$1` is the company */
function upsert(
  table: string,
  key: string,
  columns: readonly Column[],
  isOther = OTHER_DOCUMENT,
): (parameter: string) => string {
  const names = columns.map(([name]) => name).join(', ');
  const excluded = columns.map(([name]) => `excluded.${name}`).join(', ');
  return (parameter) => `
    INSERT INTO ${table} AS stored (company_id, ${names})
    SELECT $1, ${names}
    FROM json_to_recordset(${parameter}::json) AS given (${columns.map((column) => column.join(' ')).join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET (${names}) = ROW (${excluded})
    WHERE ${isOther}
    RETURNING plan_id AS "planId"`;
}

const PLAN_COLUMNS = 'id, visibility, "createdBy", "createdAt", document';

const UPSERT_PLANS = `
  INSERT INTO action_plan AS stored (company_id, id, visibility, created_by, created_at, document)
  SELECT $1, ${PLAN_COLUMNS}
  FROM json_to_recordset($2::json) AS given (
    id text, visibility text, "createdBy" text, "createdAt" timestamptz, document json
  )
  ON CONFLICT (company_id, id) DO UPDATE SET (visibility, created_by, created_at, document) =
    ROW (excluded.visibility, excluded.created_by, excluded.created_at, excluded.document)
  WHERE ${OTHER_DOCUMENT}
  RETURNING id AS "planId"`;

export const upsertActions = upsert('plan_action', 'company_id, id', [
  ['plan_id', 'text'],
  ['id', 'text'],
  ['created_at', 'timestamptz'],
  ['status', 'text'],
  ['assignee_statuses', 'text[]'],
  ['filter_keys', 'text[]'],
  ['overdue_after', 'timestamptz'],
  ['document', 'json'],
]);

export const upsertTexts = upsert(
  'action_text',
  'company_id, action_id',
  [
    ['plan_id', 'text'],
    ['action_id', 'text'],
    ['search_text', 'text'],
  ],
  'stored.search_text <> excluded.search_text',
);

export const upsertNotes = upsert('action_note', 'company_id, action_id, id', [
  ['plan_id', 'text'],
  ['action_id', 'text'],
  ['id', 'text'],
  ['author_id', 'text'],
  ['visibility', 'text'],
  ['created_at', 'timestamptz'],
  ['document', 'json'],
]);

/** Inserts and updates plans of one company with their actions and notes, within a transaction. */
export class PlanUpsert {
  constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /**
   * @throws {ValidationFailed} with paths that begin with the index of the plan
   * @throws {PlanCompanyNotFound}
   */
  async run(records: readonly PlanRecord[]): Promise<ImportCounts> {
    const { companyId } = this;
    const companies = await this.manager.query<unknown[]>(LOCK_COMPANY, [companyId]);
    if (companies.length === 0) throw new PlanCompanyNotFound(companyId);
    const stored = await this.lockPlans(records);
    const plans = records.map((record) =>
      ActionPlan.imported(companyId, record, stored.get(record.id ?? '')),
    );
    const actions = records.flatMap((record, index) => {
      const planId = plans[index]?.state.id ?? '';
      return (record.actions ?? []).map((action, at) => ({
        path: `[${index}].actions[${at}].id`,
        state: importedAction(companyId, planId, action),
        notes: (action.notes ?? []).map(importedNote),
      }));
    });
    await this.checkActions(actions);

    const changed = new Set<string>();
    await this.write(UPSERT_PLANS, plans.map(toPlanRow), changed);
    await this.write(
      upsertActions('$2'),
      actions.map(({ state }) => toActionRow(state)),
      changed,
    );
    await this.write(
      upsertTexts('$2'),
      actions.map(({ state }) => toTextRow(state)),
      changed,
    );
    const notes = actions.flatMap(({ state, notes: own }) =>
      own.map((note) => toNoteRow(state.planId, state.id, note)),
    );
    await this.write(upsertNotes('$2'), notes, changed);
    const updated = [...changed].filter((id) => stored.has(id)).length;
    return { created: plans.length - stored.size, updated, unchanged: stored.size - updated };
  }

  private async write(statement: string, rows: readonly object[], changed: Set<string>): Promise<void> {
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = JSON.stringify(rows.slice(at, at + BATCH));
      const returned = await this.manager.query<{ planId: string }[]>(statement, [this.companyId, batch]);
      for (const { planId } of returned) changed.add(planId);
    }
  }

  private async lockPlans(records: readonly PlanRecord[]): Promise<ReadonlyMap<string, PlanState>> {
    const ids = records.map(({ id }) => id);
    const given = ids.filter((id) => id !== undefined);
    const foreign = await this.manager.query<{ id: string }[]>(
      'SELECT id FROM action_plan WHERE id = ANY ($2) AND company_id <> $1',
      [this.companyId, given],
    );
    refuse([
      ...repeated(ids, (index) => `[${index}].id`),
      ...taken(ids, new Set(foreign.map(({ id }) => id)), (index) => `[${index}].id`),
    ]);
    const rows = await this.manager.query<{ id: string; document: PlanState }[]>(
      'SELECT id, document FROM action_plan WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE',
      [this.companyId, given],
    );
    return new Map(rows.map(({ id, document }) => [id, document]));
  }

  private async checkActions(
    actions: readonly {
      readonly path: string;
      readonly state: { readonly id: string; readonly planId: string };
    }[],
  ): Promise<void> {
    const ids = actions.map(({ state }) => state.id);
    const foreign = await this.manager.query<{ id: string }[]>(
      `SELECT a.id FROM plan_action a JOIN unnest($2::text[], $3::text[]) AS given (id, plan_id) ON given.id = a.id
      WHERE a.company_id <> $1 OR a.plan_id <> given.plan_id`,
      [this.companyId, ids, actions.map(({ state }) => state.planId)],
    );
    const pathOf = (index: number): string => actions[index]?.path ?? '';
    refuse([...repeated(ids, pathOf), ...taken(ids, new Set(foreign.map(({ id }) => id)), pathOf)]);
  }
}

type Ids = readonly (string | undefined)[];

function repeated(ids: Ids, pathOf: (index: number) => string): ValidationIssue[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    if (id === undefined) return [];
    if (seen.has(id)) return [givenTwice(pathOf(index))];
    seen.add(id);
    return [];
  });
}

function taken(ids: Ids, foreign: ReadonlySet<string>, pathOf: (index: number) => string): ValidationIssue[] {
  return ids.flatMap((id, index) => (id !== undefined && foreign.has(id) ? [idTaken(pathOf(index))] : []));
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues);
}

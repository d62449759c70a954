import type { EntityManager } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { inCompany } from '../../platform/database/in-company.js';
import type { ActionPlan } from '../domain/action-plan.js';
import type { ImportedPlan } from '../domain/action-plan.repository.js';
import { planBytes, summaryBytes } from '../domain/plan-size.js';
import { hidePlans } from './plan-tombstones.js';
import {
  ACTION_COLUMNS,
  NOTE_COLUMNS,
  PLAN_TEXT_COLUMNS,
  rowsOf,
  TEXT_COLUMNS,
  toPlanRow,
  type Columns,
} from './action-plan.schema.js';

/** Rows of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 500;

/** A row is updated only if its document differs; the order of properties does not matter. */
const OTHER_DOCUMENT = 'stored.document::jsonb <> excluded.document::jsonb';

const OTHER_DOCUMENT_OR_TIME = `(stored.updated_at <> excluded.updated_at OR ${OTHER_DOCUMENT})`;

/** Statements that insert or update rows of a table. */
interface Upsert<Stored> {
  /** For the rows in a JSON parameter, with the types of the columns of the table; `$1` is the company. */
  readonly rows: (parameter: string) => string;
  /**
   * For one row with a value for each column ({@link valuesOf}), which Citus hands on to the company's server. Rows of a
   * function take three steps there. `:companyId` is the company.
   */
  readonly row: string;
  /** Their names have that of the table, too, so that statements can be joined. */
  readonly valuesOf: (stored: Stored) => Record<string, unknown>;
}

function upsert<Stored>(
  table: string,
  key: string,
  columns: Columns<Stored>,
  isOther = OTHER_DOCUMENT,
): Upsert<Stored> {
  const valueName = (column: string): string => `${table}_${column}`;
  const names = Object.keys(columns);
  const excluded = names.map((name) => `excluded.${name}`);
  const from = (source: string): string => `
    INSERT INTO ${table} AS stored (company_id, ${names.join(', ')})
    ${source}
    ON CONFLICT (${key}) DO UPDATE SET (${names.join(', ')}) = ROW (${excluded.join(', ')})
    WHERE ${isOther}
    RETURNING plan_id AS "planId"`;
  return {
    rows: (parameter) =>
      from(`SELECT $1, ${names.join(', ')} FROM json_populate_recordset(NULL::${table}, ${parameter}::json)`),
    row: from(`VALUES (:companyId, ${names.map((name) => `:${valueName(name)}`).join(', ')})`),
    valuesOf: (stored) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, valueOf]) => [valueName(name), valueOf(stored)]),
      ),
  };
}

const PLAN_COLUMNS = 'id, title, visibility, "createdBy", "createdAt", "updatedAt", document';

/** `$1` company, `$2` plans, `$3` change set. */
const UPSERT_PLANS = `
  INSERT INTO action_plan AS stored
    (company_id, id, title, visibility, created_by, created_at, updated_at, document, change_set)
  SELECT $1, ${PLAN_COLUMNS}, $3::uuid
  FROM json_to_recordset($2::json) AS given (
    id text, title text, visibility text, "createdBy" text, "createdAt" timestamptz, "updatedAt" timestamptz,
    document json
  )
  ON CONFLICT (company_id, id) DO UPDATE SET
    (title, visibility, created_by, created_at, updated_at, document, change_set) =
    ROW (excluded.title, excluded.visibility, excluded.created_by, excluded.created_at, excluded.updated_at,
      excluded.document, excluded.change_set)
  WHERE ${OTHER_DOCUMENT_OR_TIME}
  RETURNING id AS "planId"`;

/** `$2` plans, `$3` the bytes of their own properties, `$4` those of their short form, `$5` change set. */
const RESIZE_PLANS = `
  UPDATE action_plan p
  SET action_count = contents.count,
    bytes = least(given.own + contents.count * given.summary::bigint + contents.bytes, 2147483647),
    change_set = $5::uuid
  FROM unnest($2::text[], $3::integer[], $4::integer[]) AS given (id, own, summary)
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, coalesce(sum(a.bytes + coalesce(n.bytes, 0)), 0)::bigint AS bytes
      FROM plan_action a CROSS JOIN LATERAL (
        SELECT sum(n.bytes) AS bytes FROM action_note n WHERE n.company_id = $1 AND n.action_id = a.id
      ) n
      WHERE a.company_id = $1 AND a.plan_id = given.id
    ) contents
  WHERE ${inCompany('p')} AND p.id = given.id
  RETURNING p.id, p.bytes`;

export const upsertPlanTexts = upsert(
  'plan_text',
  'company_id, plan_id',
  PLAN_TEXT_COLUMNS,
  'stored.search_text <> excluded.search_text',
);

export const upsertActions = upsert('plan_action', 'company_id, id', ACTION_COLUMNS, OTHER_DOCUMENT_OR_TIME);

export const upsertTexts = upsert(
  'action_text',
  'company_id, action_id',
  TEXT_COLUMNS,
  'stored.search_text <> excluded.search_text',
);

export const upsertNotes = upsert('action_note', 'company_id, action_id, id', NOTE_COLUMNS);

/** Inserts and updates plans of one company with their actions and notes, within a transaction. */
export class PlanUpsert {
  constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /** @returns the bytes of each plan that is different now, by id */
  async run(imported: readonly ImportedPlan[]): Promise<ReadonlyMap<string, number>> {
    const plans = imported.map(({ plan }) => plan);
    const inside = imported.flatMap(({ actions }) => actions);
    const actions = inside.map(({ action }) => action.state);
    const notes = inside.flatMap(({ action, notes: own }) =>
      own.map((note) => ({ action: action.state, note: note.state })),
    );
    const changed = new Set<string>();
    await hidePlans(this.manager, this.companyId, plans);
    const planRows = (batch: readonly ActionPlan[]): string => JSON.stringify(batch.map(toPlanRow));
    await this.write(UPSERT_PLANS, plans, planRows, changed, () => [this.changeSet()]);
    const states = plans.map(({ state }) => state);
    await this.write(
      upsertPlanTexts.rows('$2'),
      states,
      (batch) => rowsOf(PLAN_TEXT_COLUMNS, batch),
      changed,
    );
    await this.write(upsertActions.rows('$2'), actions, (batch) => rowsOf(ACTION_COLUMNS, batch), changed);
    await this.write(upsertTexts.rows('$2'), actions, (batch) => rowsOf(TEXT_COLUMNS, batch), changed);
    await this.write(upsertNotes.rows('$2'), notes, (batch) => rowsOf(NOTE_COLUMNS, batch), changed);
    return this.resize(plans, changed);
  }

  /** Stores the contents of changed plans. @returns their bytes */
  private async resize(
    plans: readonly ActionPlan[],
    changed: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, number>> {
    const states = plans.map(({ state }) => state).filter(({ id }) => changed.has(id));
    const bytesById = new Map<string, number>();
    for (let at = 0; at < states.length; at += BATCH) {
      const batch = states.slice(at, at + BATCH);
      const values = [
        this.companyId,
        batch.map(({ id }) => id),
        batch.map(planBytes),
        batch.map(summaryBytes),
        this.changeSet(),
      ];
      const sizes = await this.manager.query<{ id: string; bytes: number }[]>(
        `WITH resized AS (${RESIZE_PLANS}) SELECT id, bytes FROM resized`,
        values,
      );
      for (const { id, bytes } of sizes) bytesById.set(id, bytes);
    }
    return bytesById;
  }

  private changeSet(): string {
    return changeSetOf(this.manager, this.companyId, 'plan');
  }

  private async write<Stored>(
    statement: string,
    stored: readonly Stored[],
    json: (batch: readonly Stored[]) => string,
    changed: Set<string>,
    more: () => readonly string[] = () => [],
  ): Promise<void> {
    for (let at = 0; at < stored.length; at += BATCH) {
      const values = [this.companyId, json(stored.slice(at, at + BATCH)), ...more()];
      for (const { planId } of await this.manager.query<{ planId: string }[]>(statement, values))
        changed.add(planId);
    }
  }
}

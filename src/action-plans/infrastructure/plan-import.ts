import type { EntityManager } from 'typeorm';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { givenTwice, idTaken, type ImportCounts } from '../../shared-kernel/record-importer.js';
import { InvalidPlan } from '../domain/action-plan.errors.js';
import type { ActionPlan } from '../domain/action-plan.js';
import type { ActionState, Note } from '../domain/action.js';
import type { PlanWithActions } from '../domain/imported-plan.js';

/** Actions of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 500;

const PUT_PLANS = `
  INSERT INTO action_plan AS stored
    (id, company_id, title, description, visibility, created_by, created_at, updated_at)
  SELECT id, $2, title, description, visibility, "createdBy", "createdAt", "updatedAt"
  FROM jsonb_to_recordset($1::jsonb) AS given (
    id text, title jsonb, description jsonb, visibility text, "createdBy" text, "createdAt" timestamptz(3),
    "updatedAt" timestamptz(3)
  )
  ON CONFLICT (id) DO UPDATE SET (title, description, visibility, created_by, created_at, updated_at) =
    (excluded.title, excluded.description, excluded.visibility, excluded.created_by, excluded.created_at,
      excluded.updated_at)
  WHERE (stored.title, stored.description, stored.visibility, stored.created_by, stored.created_at, stored.updated_at)
    IS DISTINCT FROM (excluded.title, excluded.description, excluded.visibility, excluded.created_by,
      excluded.created_at, excluded.updated_at)
  RETURNING id`;

const LOCK_PLANS = `
  SELECT id, company_id AS "companyId", visibility, created_by AS "createdBy", created_at AS "createdAt",
    updated_at AS "updatedAt"
  FROM action_plan WHERE id = ANY($1) ORDER BY id FOR UPDATE`;

/** Columns of an action after its id, each with the name and type of its member in the record that is put in. */
const ACTION_COLUMNS = [
  ['plan_id', '"planId" text'],
  ['title', 'title jsonb'],
  ['description', 'description jsonb'],
  ['focus_items', '"focusItems" jsonb'],
  ['assignee_statuses', '"assigneeStatuses" jsonb'],
  ['hierarchy_ids', '"hierarchyIds" text[]'],
  ['group_ids', '"groupIds" text[]'],
  ['characteristics', 'characteristics jsonb'],
  ['action_type', '"actionType" text'],
  ['source', 'source text'],
  ['visibility', 'visibility text'],
  ['status', 'status text'],
  ['due_date', '"dueDate" timestamptz(3)'],
  ['started_at', '"startedAt" timestamptz(3)'],
  ['completed_at', '"completedAt" timestamptz(3)'],
  ['created_by', '"createdBy" text'],
  ['created_at', '"createdAt" timestamptz(3)'],
  ['updated_at', '"updatedAt" timestamptz(3)'],
  ['notes', 'notes jsonb'],
] as const;

const columns = ACTION_COLUMNS.map(([column]) => column);
const members = ACTION_COLUMNS.map(([, member]) => member.slice(0, member.lastIndexOf(' ')));
const of = (row: string): string => columns.map((column) => `${row}.${column}`).join(', ');

const PUT_ACTIONS = `
  INSERT INTO plan_action AS stored (id, company_id, ${columns.join(', ')})
  SELECT id, $2, ${members.join(', ')}
  FROM jsonb_to_recordset($1::jsonb) AS given (id text, ${ACTION_COLUMNS.map(([, member]) => member).join(', ')})
  ON CONFLICT (id) DO UPDATE SET (${columns.join(', ')}) = (${of('excluded')})
  WHERE (${of('stored')}) IS DISTINCT FROM (${of('excluded')})
  RETURNING plan_id AS id`;

/** Any fixed number: imports wait for each other, so that none misses what another is about to put in. */
const IMPORT_LOCK = 7_205_119_341;

type StoredPlan = Pick<
  ActionPlan,
  'id' | 'companyId' | 'visibility' | 'createdBy' | 'createdAt' | 'updatedAt'
>;

interface StoredAction {
  readonly id: string;
  readonly planId: string;
  readonly notes: readonly StoredNote[];
}

type StoredNote = Omit<Note, 'createdAt'> & { readonly createdAt: string };

/** Puts plans of one company in, within a transaction. */
export class PlanImport {
  constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /** @throws {InvalidPlan} with paths that begin with the index of the plan */
  async run(plans: readonly PlanWithActions[]): Promise<ImportCounts> {
    await this.manager.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    const known = await this.lockPlans(plans);
    const stored = await this.lockActions(plans);
    const touched = new Set<string>();
    await this.put(
      PUT_PLANS,
      plans.map(({ plan, absent }) => Object.assign({}, plan, kept(known.get(plan.id), absent))),
      touched,
    );
    const actions = plans.flatMap(({ plan, actions: own }) =>
      own.map((action) => ({
        ...action,
        planId: plan.id,
        notes: mergeNotes(stored.get(action.id)?.notes ?? [], action.notes),
      })),
    );
    await this.put(PUT_ACTIONS, actions, touched);
    const updated = [...touched].filter((id) => known.has(id)).length;
    return { created: plans.length - known.size, updated, unchanged: known.size - updated };
  }

  private async put(statement: string, records: readonly object[], touched: Set<string>): Promise<void> {
    for (let at = 0; at < records.length; at += BATCH) {
      const batch = JSON.stringify(records.slice(at, at + BATCH));
      const rows = await this.manager.query<{ id: string }[]>(statement, [batch, this.companyId]);
      for (const { id } of rows) touched.add(id);
    }
  }

  private async lockPlans(plans: readonly PlanWithActions[]): Promise<ReadonlyMap<string, StoredPlan>> {
    const ids = plans.map(({ plan }) => plan.id);
    const rows = await this.manager.query<StoredPlan[]>(LOCK_PLANS, [ids]);
    const foreign = new Set(rows.filter(({ companyId }) => companyId !== this.companyId).map(({ id }) => id));
    refuse([
      ...repeated(ids, (index) => `[${index}].id`),
      ...ids.flatMap((id, index) => (foreign.has(id) ? [idTaken(`[${index}].id`)] : [])),
    ]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async lockActions(plans: readonly PlanWithActions[]): Promise<ReadonlyMap<string, StoredAction>> {
    const given = plans.flatMap(({ plan, actions }, index) =>
      actions.map(({ id }, at) => ({ id, planId: plan.id, path: `[${index}].actions[${at}].id` })),
    );
    const ids = given.map(({ id }) => id);
    const rows = await this.manager.query<StoredAction[]>(
      'SELECT id, plan_id AS "planId", notes FROM plan_action WHERE id = ANY($1) ORDER BY id FOR UPDATE',
      [ids],
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    refuse([
      ...repeated(ids, (index) => given[index]?.path ?? ''),
      ...given.flatMap(({ id, planId, path }) =>
        (stored.get(id)?.planId ?? planId) === planId ? [] : [idTaken(path)],
      ),
    ]);
    return stored;
  }
}

function kept(stored: StoredPlan | undefined, absent: PlanWithActions['absent']): Partial<StoredPlan> {
  return stored ? Object.fromEntries(absent.map((member) => [member, stored[member]])) : {};
}

/** Given notes take the place of stored ones with their ids; the others stay: whoever gave them may not see all. */
function mergeNotes(stored: readonly StoredNote[], given: ActionState['notes']): StoredNote[] {
  const merged = new Map(stored.map((note) => [note.id, note]));
  for (const note of given) merged.set(note.id, { ...note, createdAt: note.createdAt.toISOString() });
  const order = ({ createdAt, id }: StoredNote): string => createdAt + id;
  return [...merged.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

function repeated(ids: readonly string[], pathOf: (index: number) => string): ValidationIssue[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [givenTwice(pathOf(index))];
  });
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new InvalidPlan(issues);
}

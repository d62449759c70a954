import type { Pool, PoolClient } from 'pg';
import type { ActionResponse } from '../../src/action-plans/application/action.response.js';
import type { PlanState } from '../../src/action-plans/domain/action-plan.js';
import type { Action, ActionState, NewAction } from '../../src/action-plans/domain/action.js';
import type { actionCompletion } from '../../src/action-plans/domain/completion.js';
import type { SettableStatus } from '../../src/action-plans/domain/enumerations.js';
import type { filterKeysOf, overdueAfter, searchTextOf } from '../../src/action-plans/domain/plan-filter.js';
import { becomeBaseline, type BaselineInput } from './become-baseline.js';

export interface ActionsBaselineInput extends BaselineInput {
  readonly companyId: string;
  readonly userId: string;
}

const load = (path: string): Promise<unknown> =>
  import(new URL(`../../dist/src/action-plans/${path}`, import.meta.url).href);

/** The rules of the service, which are pure functions; the rest is not the service's. */
const built = {
  ...((await load('domain/action.js')) as { Action: typeof Action }),
  ...((await load('domain/completion.js')) as { actionCompletion: typeof actionCompletion }),
  ...((await load('domain/plan-filter.js')) as {
    filterKeysOf: typeof filterKeysOf;
    overdueAfter: typeof overdueAfter;
    searchTextOf: typeof searchTextOf;
  }),
  ...((await load('application/action.response.js')) as { ActionResponse: typeof ActionResponse }),
};

/** `$1` company, `$2` plan. */
const LOCK_PLAN = 'SELECT document FROM action_plan WHERE company_id = $1 AND id = $2 FOR UPDATE';

/** `$1` company, `$2` plan, `$3` areas, `$4` groups, `$5` characteristics, `$6` employees. */
const CHECK = `
  SELECT (SELECT count(*)::integer FROM plan_action WHERE company_id = $1 AND plan_id = $2) AS actions,
    (SELECT count(*)::integer FROM area WHERE company_id = $1 AND id = ANY ($3)) +
    (SELECT count(*)::integer FROM company_group WHERE company_id = $1 AND id = ANY ($4)) +
    (SELECT count(*)::integer FROM employee WHERE company_id = $1 AND deleted_at IS NULL AND id = ANY ($6)) AS found,
    (
      SELECT coalesce(json_agg(document), '[]') FROM characteristic WHERE company_id = $1 AND id = ANY ($5)
    ) AS characteristics`;

/** `$1` company, `$2` plan, `$3` action. */
const FIND_ACTION = 'SELECT document FROM plan_action WHERE company_id = $1 AND plan_id = $2 AND id = $3';

/** `$1` company, `$2` plan, `$3` its document. */
const UPDATE_PLAN = 'UPDATE action_plan SET document = $3 WHERE company_id = $1 AND id = $2';

/** Besides: `$4` action, then its status, those of assignees, keys, when it is overdue, document; creation, text. */
const INSERT = `
  WITH action AS (
    INSERT INTO plan_action (
      company_id, plan_id, id, status, assignee_statuses, filter_keys, overdue_after, document, created_at
    )
    VALUES ($1, $2, $4, $5, $6, $7, $8, $9, $10)
  ), search AS (
    INSERT INTO action_text (company_id, plan_id, action_id, search_text) VALUES ($1, $2, $4, $11)
  )
  ${UPDATE_PLAN}`;

/** Besides: `$4` action, then its status, those of assignees, keys, when it is overdue, document. */
const UPDATE = `
  WITH action AS (
    UPDATE plan_action
    SET status = $5, assignee_statuses = $6, filter_keys = $7, overdue_after = $8, document = $9
    WHERE company_id = $1 AND plan_id = $2 AND id = $4
  )
  ${UPDATE_PLAN}`;

/** `$1` company, `$2` reader, `$3` action. */
const READ = `
  SELECT a.document::text AS action, a.assignee_statuses AS assignees, (
    SELECT string_agg(n.document::text, ',' ORDER BY n.created_at, n.id) FROM action_note n
    WHERE n.company_id = $1 AND n.action_id = a.id AND (n.visibility <> 'PRIVATE' OR n.author_id = $2)
  ) AS notes
  FROM plan_action a WHERE a.company_id = $1 AND a.id = $3`;

const PATH = /action-plans\/(\w+)\/actions(?:\/(\w+)\/assignees\/(\w+))?$/;

becomeBaseline<ActionsBaselineInput>((pool, { companyId, userId }) => async (path, body) => {
  const [, planId = '', actionId, assigneeId = ''] = PATH.exec(path) ?? [];
  return inTransaction(pool, async (client) => {
    const run = statements(client);
    const [found] = await run<{ document: PlanState }>('lock', LOCK_PLAN, [companyId, planId]);
    const plan = found?.document;
    if (plan?.createdBy !== userId) throw new Error('Another user may not change the plan.');
    const action = actionId === undefined ? await create(plan) : await setStatus(actionId);
    const [row] = await run<ReadRow>('read', READ, [companyId, userId, action.id]);
    const { id, title, description } = plan;
    return built.ActionResponse.json(row!.action, {
      plan: JSON.stringify({ id, title, description }),
      completionPercent: built.actionCompletion(action.status, row!.assignees),
      notes: row!.notes ?? '',
    });

    async function create(into: PlanState): Promise<ActionState> {
      const given = JSON.parse(body) as NewAction;
      const { hierarchyIds = [], groupIds = [], characteristics = [], assigneeIds = [] } = given;
      const characteristicIds = characteristics.map((one) => one.characteristicId);
      const values = [companyId, planId, hierarchyIds, groupIds, characteristicIds, assigneeIds];
      const [known] = await run<CheckRow>('check', CHECK, values);
      const wanted = hierarchyIds.length + groupIds.length + assigneeIds.length;
      if (known!.actions >= 1_000 || known!.found < wanted) throw new Error('The action cannot be created.');
      const targets = characteristics.map((one) => {
        const of = known!.characteristics.find(({ id: known }) => known === one.characteristicId);
        if (!of?.allowedValues.some(({ id: value }) => value === one.id)) throw new Error('Unknown target.');
        return { ...one, questionType: of.type };
      });
      const { state } = built.Action.create(into, userId, { ...given, characteristics: targets });
      const columns = [state.id, ...columnsOf(state), state.createdAt, built.searchTextOf(state)];
      await run('insert', INSERT, [...touched(into), ...columns]);
      return state;
    }

    async function setStatus(id: string): Promise<ActionState> {
      const [stored] = await run<{ document: ActionState }>('find', FIND_ACTION, [companyId, planId, id]);
      const changed = built.Action.restore(stored!.document);
      if (!changed.isAssigned(assigneeId)) throw new Error('The person is not assigned.');
      changed.setAssigneeStatus(assigneeId, (JSON.parse(body) as { status: SettableStatus }).status);
      await run('update', UPDATE, [...touched(plan!), id, ...columnsOf(changed.state)]);
      return changed.state;
    }
  });
});

interface ReadRow {
  readonly action: string;
  readonly assignees: ActionState['status'][];
  readonly notes: string | null;
}

interface CheckRow {
  readonly actions: number;
  readonly found: number;
  readonly characteristics: readonly {
    readonly id: string;
    readonly type: 'LIST';
    readonly allowedValues: readonly { readonly id: string }[];
  }[];
}

/** The company, the plan, and its document with a new time. */
function touched(plan: PlanState): unknown[] {
  return [plan.companyId, plan.id, JSON.stringify({ ...plan, updatedAt: new Date().toISOString() })];
}

function columnsOf(action: ActionState): unknown[] {
  return [
    action.status,
    action.assigneeStatuses.map(({ status }) => status),
    built.filterKeysOf(action),
    built.overdueAfter(action),
    JSON.stringify(built.ActionResponse.documentOf(action)),
  ];
}

function statements(client: PoolClient) {
  return async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await client.query<Row>({ name, text, values })).rows;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

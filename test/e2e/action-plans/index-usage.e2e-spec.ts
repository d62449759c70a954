import type pg from 'pg';
import {
  listStatement,
  partStatement,
  type ListFilter,
  type ListKind,
} from '../../../src/action-plans/application/plan-list-statements.queries.js';
import { summaryStatement } from '../../../src/action-plans/application/plan-summary.queries.js';
import { GET_PLAN } from '../../../src/action-plans/application/plan-statements.queries.js';
import { PLAN_ORDERS } from '../../../src/action-plans/domain/enumerations.js';
import { wantedKeys, type PlanFilter } from '../../../src/action-plans/domain/plan-filter.js';
import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { actionRecord, planRecord, type Body } from '../../support/builders/plan.js';
import { onOneServer, openClient } from '../../support/databases.js';
import { isSequential, rowsOf, scansOf, settle } from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';

/** Plans of other companies; each has five actions. */
const OTHER_PLANS = 4_000;

/** Copies a plan with its action and note into twenty companies, with new keys. One copy in five is overdue. */
const MULTIPLY = `
  WITH companies AS (
    INSERT INTO company (id, name, time_zone)
    SELECT lpad(n::text, 24, 'c'), 'Company', 'UTC' FROM generate_series(0, 19) n
    RETURNING id
  ), plans AS (
    INSERT INTO action_plan (company_id, id, visibility, created_by, created_at, document)
    SELECT lpad((n % 20)::text, 24, 'c'), lpad(to_hex(n), 24, '0'), visibility, created_by, created_at, document
    FROM action_plan, generate_series(1, $1::integer) n WHERE id = $2
    RETURNING company_id, id
  ), plan_texts AS (
    INSERT INTO plan_text (company_id, plan_id, search_text)
    SELECT p.company_id, p.id, search_text FROM plans p, plan_text t WHERE t.plan_id = $2
  ), actions AS (
    INSERT INTO plan_action
      (company_id, plan_id, id, created_at, status, assignee_statuses, filter_keys, overdue_after, document)
    SELECT p.company_id, p.id, substr(p.id, 2) || n, created_at, status, assignee_statuses,
      ARRAY(SELECT replace(key, a.company_id, p.company_id) FROM unnest(filter_keys) key),
      CASE n WHEN 1 THEN overdue_after END, document
    FROM plans p, plan_action a, generate_series(1, 5) n WHERE a.plan_id = $2
    RETURNING company_id, plan_id, id
  ), texts AS (
    INSERT INTO action_text (company_id, plan_id, action_id, search_text)
    SELECT a.company_id, a.plan_id, a.id, search_text FROM actions a, action_text s WHERE s.plan_id = $2
  )
  INSERT INTO action_note (company_id, plan_id, action_id, id, author_id, visibility, created_at, document)
  SELECT a.company_id, a.plan_id, a.id, n.id, author_id, visibility, created_at, document
  FROM actions a, action_note n WHERE n.plan_id = $2`;

onOneServer('compares the plans of one server; that of Citus names the statement for a worker');

describe('the statements of plans, of a small company in a large table', () => {
  let app: TestApp;
  let client: pg.Client;
  let companyId: string;
  let action: Body & { id: string };
  let planId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    action = actionRecord({ status: 'PENDING', dueDate: '2020-01-01T00:00:00.000Z' });
    const plan = planRecord({ actions: [action] });
    planId = plan.id;
    await app.app
      .get(ActionPlanImporter)
      .import(companyId, [plan, planRecord({ actions: [actionRecord()] })]);
    await app.sql(MULTIPLY, [OTHER_PLANS, planId]);
    await settle(app, ['action_plan', 'plan_text', 'plan_action', 'action_text', 'action_note']);
    client = await openClient(app.databaseUrl);
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  const page = (company = companyId) => [company, 'viewer', 0, 10];
  const listOf = (kind: ListKind, ...values: unknown[]): [{ text: string }, unknown[]] => [
    listStatement(kind),
    [...page(), ...values],
  ];
  const list = (filters: readonly ListFilter[], ...values: unknown[]) => listOf({ filters }, ...values);
  const byKeys = (filter: PlanFilter) => list(['keys'], wantedKeys(companyId, filter));
  const hierarchyId = () => (action['hierarchyIds'] as string[])[0]!;
  const assigneeId = () => (action['assigneeStatuses'] as Body[])[0]!['assigneeId'] as string;
  const several = () => wantedKeys(companyId, { status: 'PENDING', focusType: 'SCORE' });
  const now = () => `{${new Date().toISOString()},${new Date().toISOString()}}`;
  const cases: [string, () => [{ text: string }, unknown[]]][] = [
    ['no filter', () => list([])],
    ['status', () => byKeys({ status: 'PENDING' })],
    ['focusType', () => byKeys({ focusType: 'SCORE' })],
    ['hierarchyId', () => byKeys({ hierarchyId: hierarchyId() })],
    ['assigneeId', () => byKeys({ assigneeId: assigneeId() })],
    ['actionType', () => byKeys({ actionType: 'MANAGER' })],
    ['several keys and q', () => list(['keys', 'text'], several(), 'team')],
    ['q', () => list(['text'], 'every team')],
    ['overdue', () => list(['overdue'], now())],
    ['createdBy', () => list(['creator'], 'creator')],
    ['overdue and several keys', () => list(['keys', 'overdue'], several(), now())],
    ['overdue and q', () => list(['text', 'overdue'], 'team', now())],
    ['createdBy and q', () => list(['text', 'creator'], 'team', 'creator')],
    ['all filters', () => list(['keys', 'text', 'overdue', 'creator'], several(), 'team', now(), 'creator')],
    ['planText', () => list(['plan'], 'calm')],
    ['planText and several keys', () => list(['keys', 'plan'], several(), 'plan')],
    ['planText, createdBy and q', () => list(['text', 'creator', 'plan'], 'team', 'creator', 'plan')],
    ['sort=-updatedAt', () => listOf({ filters: [], sort: '-updatedAt' })],
    ['sort=title', () => listOf({ filters: [], sort: 'title' })],
    ['sort=title and q', () => listOf({ filters: ['text'], sort: 'title' }, 'every team')],
    ['view=summary', () => listOf({ filters: [], view: 'summary' }, now())],
    [
      'view=summary, overdue and planText',
      () => listOf({ filters: ['overdue', 'plan'], view: 'summary' }, now(), 'plan', now()),
    ],
    ['get', () => [GET_PLAN, [companyId, 'viewer', planId]]],
  ];

  it.each(cases)('read no table from end to end with %s', async (_, statement) => {
    const [{ text }, values] = statement();
    for (const scans of await scansOf(client, text, values)) {
      expect(scans.filter(isSequential)).toEqual([]);
      // The company has two plans and two actions. A join may read both texts for each action; a scan that reads
      // more reads rows of others.
      const reads = scans.filter((node) =>
        ['action_plan', 'plan_text', 'plan_action', 'action_text'].includes(String(node['Relation Name'])),
      );
      for (const node of reads) expect(rowsOf(node)).toBeLessThanOrEqual(4);
    }
  });

  it('have names of their own that PostgreSQL does not cut', () => {
    const filters = ['keys', 'text', 'overdue', 'creator', 'plan'] as const;
    const kinds = PLAN_ORDERS.flatMap((sort) =>
      [undefined, 'summary' as const].flatMap((view) => [
        { filters, sort, view },
        { filters: [], sort, view },
      ]),
    );
    const names = kinds.flatMap((kind) => [listStatement(kind).name, partStatement(kind).name]);
    expect(Math.max(...names.map((name) => name!.length))).toBeLessThanOrEqual(63);
    // Parts come in the order of their ids, whatever that is.
    expect(new Set(names).size).toBe(12 + 4);
  });

  describe('of a larger company', () => {
    const scansOfLarge = async (kind: ListKind, index: string, ...given: unknown[]) => {
      const [company] = await app.sql<{ id: string }>(
        `SELECT max(id) AS id FROM company WHERE id LIKE 'c%9'`,
      );
      const values = [...page(company!.id), ...given];
      const scans = await scansOf(client, listStatement(kind).text, values);
      return scans.map((nodes) => nodes.filter((node) => node['Index Name'] === index).map(rowsOf));
    };

    it('read with overdue only the overdue actions', async () => {
      const read = await scansOfLarge({ filters: ['overdue'] }, 'plan_action_overdue_idx', now());
      expect(read).toEqual([[OTHER_PLANS / 20], [OTHER_PLANS / 20]]);
    });

    // A join may search every text for every action while the table has few statistics.
    it('read the text of each action by its key, once, for a summary with q', async () => {
      const [company] = await app.sql<{ id: string }>(
        `SELECT max(id) AS id FROM company WHERE id LIKE 'c%9'`,
      );
      const [never, bounds] = ['1970-01-01T00:00:00Z', '{1970-01-01T00:00:00Z}'];
      const values = [company!.id, 'viewer', bounds, bounds, never, bounds, 'team'];
      const actions = OTHER_PLANS / 4; // five of each of the plans of a twentieth
      for (const scans of await scansOf(client, summaryStatement(['text']).text, values)) {
        const ofText = scans.filter((node) => node['Relation Name'] === 'action_text');
        expect(ofText.map((node) => [node['Node Type'], rowsOf(node)])).toEqual([['Index Scan', actions]]);
      }
    });

    it('find with createdBy the plans in an index of the company', async () => {
      const read = await scansOfLarge({ filters: ['creator'] }, 'action_plan_newest_idx', 'creator');
      expect(read).toEqual([[OTHER_PLANS / 20], [OTHER_PLANS / 20]]);
    });

    it.each([
      ['-createdAt', 'action_plan_newest_idx'],
      ['-updatedAt', 'action_plan_changed_idx'],
      ['title', 'action_plan_title_idx'],
    ] as const)('find with sort=%s a deep page in %s, and read only its plans', async (sort, index) => {
      const [company] = await app.sql<{ id: string }>(
        `SELECT max(id) AS id FROM company WHERE id LIKE 'c%9'`,
      );
      const { text } = listStatement({ filters: [], sort });
      for (const scans of await scansOf(client, text, [company!.id, 'viewer', OTHER_PLANS / 20 - 10, 10])) {
        const ordered = scans.filter((node) => node['Index Name'] === index);
        expect(ordered.map((node) => node['Node Type'])).toContain('Index Only Scan');
        const read = scans.filter(
          (node) => node['Relation Name'] === 'action_plan' && node['Node Type'] !== 'Index Only Scan',
        );
        expect(read.map(rowsOf)).toEqual([10]);
      }
    });

    it('count actions of summaries in an index', async () => {
      const read = await scansOfLarge({ filters: [], view: 'summary' }, 'plan_action_plan_idx', now());
      expect(read).toEqual([[50], [50]]);
    });
  });
});

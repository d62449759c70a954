import pg from 'pg';
import {
  GET_PLAN,
  LIST_ALL,
  listMatching,
} from '../../../src/action-plans/application/plan-statements.queries.js';
import { ActionPlansService } from '../../../src/action-plans/index.js';
import { actionRecord, planRecord, type Body } from '../../support/builders/plan.js';
import { isSequential, rowsOf, scansOf, settle } from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';

/** Plans of another company; each has five actions. */
const OTHER_PLANS = 10_000;

/** A row of every table is copied, its keys made anew; triggers derive the rest. */
const MULTIPLY = `
  WITH plans AS (
    INSERT INTO action_plan (id, company_id, title, description, visibility, created_by, created_at, updated_at)
    SELECT lpad(to_hex(n), 24, '0'), $1, title, description, visibility, created_by, created_at, updated_at
    FROM action_plan, generate_series(1, $2::integer) n WHERE id = $3
    RETURNING id
  )
  INSERT INTO plan_action (id, plan_id, company_id, title, description, focus_items, assignee_statuses, hierarchy_ids,
    group_ids, characteristics, action_type, source, visibility, status, created_at, updated_at, notes)
  SELECT substr(p.id, 2) || n, p.id, $1, title, description, focus_items, assignee_statuses, hierarchy_ids, group_ids,
    characteristics, action_type, source, visibility, status, created_at, updated_at, notes
  FROM plans p, plan_action a, generate_series(1, 5) n WHERE a.plan_id = $3`;

describe('the statements of plans, of a small company in a large table', () => {
  let app: TestApp;
  let client: pg.Client;
  let companyId: string;
  let action: Body & { id: string };
  let planId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    action = actionRecord({ status: 'COMPLETED' });
    const plan = planRecord({ actions: [action] });
    planId = plan.id;
    await app.app
      .get(ActionPlansService)
      .import(companyId, [plan, planRecord({ actions: [actionRecord()] })]);
    await app.sql(MULTIPLY, [await app.company(), OTHER_PLANS, planId]);
    await settle(app, ['action_plan', 'plan_action']);
    client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
  }, 120_000);
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  const key = (name: string, value: unknown) => `${companyId}:${name}:${String(value)}`;
  const page = () => [companyId, 'viewer', 0, 10];
  const cases: [string, () => [{ text: string }, unknown[]]][] = [
    ['no filter', () => [LIST_ALL, page()]],
    ['status', () => [listMatching(), [...page(), [key('status', 'COMPLETED')]]]],
    ['focusType', () => [listMatching(), [...page(), [key('focus', 'SCORE')]]]],
    [
      'hierarchyId',
      () => [listMatching(), [...page(), [key('area', (action['hierarchyIds'] as string[])[0])]]],
    ],
    [
      'assigneeId',
      () => [
        listMatching(),
        [...page(), [key('assignee', (action['assigneeStatuses'] as Body[])[0]!['assigneeId'])]],
      ],
    ],
    ['actionType', () => [listMatching(), [...page(), [key('type', 'MANAGER')]]]],
    [
      'several',
      () => [
        listMatching('indexed'),
        [...page(), [key('status', 'COMPLETED'), key('focus', 'SCORE')], 'team', 'q', 'x'],
      ],
    ],
    ['q', () => [listMatching('indexed'), [...page(), [companyId], 'every team', 'q', 'x']]],
    ['a short q', () => [listMatching('scanned'), [...page(), [companyId], 'te']]],
    ['a q of wildcards', () => [listMatching('scanned'), [...page(), [companyId], '%']]],
    ['get', () => [GET_PLAN, [companyId, 'viewer', planId]]],
  ];

  it.each(cases)('read no table from end to end with %s', async (_, statement) => {
    const [{ text }, values] = statement();
    for (const scans of await scansOf(client, text, values)) {
      expect(scans.filter(isSequential)).toEqual([]);
      // The company has two actions; whatever reads more of them reads those of others.
      const reads = scans.filter((node) => node['Relation Name'] === 'plan_action');
      for (const node of reads) expect(rowsOf(node)).toBeLessThanOrEqual(2);
    }
  });
});

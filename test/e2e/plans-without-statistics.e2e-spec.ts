import type pg from 'pg';
import { ClosedPlanRetention } from '../../src/action-plans/infrastructure/closed-plan-retention.js';
import { MentionSource } from '../../src/action-plans/infrastructure/mention-source.js';
import { Connection } from '../../src/platform/database/connection.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import { WebhookRepository } from '../../src/webhooks/domain/webhook.repository.js';
import { byEmail } from '../support/builders/employee.js';
import { COMPANY_CHANGES } from '../support/builders/change.js';
import { ME, USERS } from '../support/builders/look-ups.js';
import { planBody, PLANS } from '../support/builders/plan.js';
import { BULK_TIMESHEETS } from '../support/builders/timesheet.js';
import { onOneServer, openClient } from '../support/databases.js';
import { multiplyRows } from '../support/multiplied-rows.js';
import { PlanFixture } from '../support/plan-fixture.js';
import { rowsOf, stepsOf } from '../support/query-plan.js';
import { GROUPS as SCIM_GROUPS, scimClient, USERS as SCIM_USERS } from '../support/scim-fixture.js';
import { WEBHOOKS } from '../support/webhook-fixture.js';

/** Copies of a company of few people, in another company that the statistics know, and in itself after them. */
const COPIES_OF_OTHER = 2_000;
const COPIES = 400;
/** What a look-up finds, and as much again that it passes over. */
const MOST_OF_LOOK_UP = 20;
const PAGE = 10;

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement as the driver gets it. */
interface Given {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[] | undefined;
}

onOneServer('compares the plans of one server');

describe('the statements of a company that the statistics do not know', () => {
  const { query } = Connection.prototype;
  /** The last one of each name, or of each text without a name. */
  const sent = new Map<string, Sent>();
  let fixture: PlanFixture;
  let client: pg.Client;
  let people: number;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    const { admin, workforce, companyId, app } = fixture;
    for (let count = 0; count < 3; count++) await workforce.invited();
    const provider = await scimClient(app, companyId);
    for (const name of ['one', 'two'])
      await provider.post(SCIM_USERS, { userName: `${name}@example.com`, externalId: name });
    const { body: plan } = await admin.post(PLANS, planBody());
    const title = { defaultValue: 'x' };
    const { body: action } = await admin.post(`${PLANS}/${plan.id}/actions`, { title });
    await admin.post(`${PLANS}/${plan.id}/actions/${action.id}/notes`, { content: 'x' });
    await put(['a', 'b']);
    client = await openClient(app.databaseUrl);
    await client.query('SET session_replication_role = replica');
    const run = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query(text, values)).rows as Row[];
    for (const { table } of await run<{ table: string }>(
      `SELECT oid::regclass AS table FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    ))
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await multiplyRows(run, companyId, await app.company(), COPIES_OF_OTHER);
    // A sample of 300 rows, in which the few of the company are not, as in a larger database.
    await client.query('SET default_statistics_target = 1');
    await client.query('ANALYZE');
    await multiplyRows(run, companyId, companyId, COPIES);
    await client.query('RESET session_replication_role');
    const [row] = await app.sql<{ count: number }>(
      'SELECT count(*)::integer AS count FROM employee WHERE company_id = $1',
      [companyId],
    );
    people = row!.count;
    Connection.prototype.query = function (this: Connection, ...parameters: never[]): never {
      const [given, values] = parameters as unknown as [string | Given, unknown[]?];
      const statement: Given = typeof given === 'string' ? { text: given, values } : given;
      const { text, name = text } = statement;
      if (statement.values) sent.set(name, { text, values: [...statement.values] });
      return query.apply(this, parameters);
    };
  });
  afterAll(async () => {
    Connection.prototype.query = query;
    await client.end();
    await fixture.stop();
  });

  /** Puts working times. */
  async function put(externalIds: readonly string[]): Promise<void> {
    const clock = await fixture.app.integration(['timesheets:write'], fixture.companyId);
    const { email } = await fixture.workforce.invited();
    const entry = { email, startTime: '2026-03-02T08:00:00Z' };
    const rows = externalIds.map((externalId) => ({ operation: 'put', externalId, entry }));
    const { body } = await clock.post(BULK_TIMESHEETS, { rows });
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual(rows.map(() => 200));
  }

  /** The most rows that a step of a statement reads, which was sent during some work. */
  async function mostRows(name: RegExp, work: () => Promise<unknown>): Promise<number> {
    sent.clear();
    await work();
    const found = [...sent].filter(([key]) => name.test(key));
    expect(found.map(([key]) => key)).not.toEqual([]);
    let most = 0;
    for (const [, { text, values }] of found) {
      await client.query('BEGIN');
      try {
        const steps = (await stepsOf(client, text, values, ['custom'])).flat();
        most = Math.max(most, ...steps.map(rowsOf));
      } finally {
        await client.query('ROLLBACK');
        await client.query('DEALLOCATE ALL');
      }
    }
    return most;
  }

  it.each([
    [
      'a session',
      /^identity\.find-session$/,
      async () => {
        const user = await fixture.app.user('MANAGER', fixture.companyId);
        expect((await user.get(ME)).status).toBe(200);
      },
    ],
    [
      'users by their ids',
      /^identity\.users-by-id$/,
      async () => {
        expect((await fixture.admin.get(`${USERS}?ids=${fixture.admin.userId}`)).status).toBe(200);
      },
    ],
    [
      'the owner of a webhook',
      /^webhooks\.owner-problem$/,
      async () => {
        const { app, companyId } = fixture;
        const key = await app.integration(['webhooks:manage', 'employees:read'], companyId);
        const hook = { url: 'https://receiver.invalid/', types: ['employee.changed'] };
        const { body } = await key.post(WEBHOOKS, hook);
        await app.app
          .get(UnitOfWork)
          .run((transaction) =>
            app.app.get(WebhookRepository).ownerProblem({ companyId, webhookId: body.id }, transaction),
          );
        // It would read the feed, too.
        expect((await key.delete(`${WEBHOOKS}/${body.id}`)).status).toBe(200);
      },
    ],
    [
      'a person to change',
      /^SELECT "Employee"."company_id"/,
      async () => {
        const { email } = await fixture.workforce.invited();
        const { status } = await fixture.workforce.hr.put(byEmail(email), { name: 'New' });
        expect(status).toBe(200);
      },
    ],
    [
      'the plan of a new action',
      /^WITH resized/,
      async () => {
        const record = await fixture.plan();
        expect(record).toBeDefined();
      },
    ],
    [
      'members of a group',
      /^scim-groups\.(?:members|member-ids|digest-members)$/,
      async () => {
        const provider = await scimClient(fixture.app, fixture.companyId);
        const { body: user } = await provider.post(SCIM_USERS, { userName: 'member@example.com' });
        const members = [{ value: user.id }];
        const { body } = await provider.post(SCIM_GROUPS, { displayName: 'Few', members });
        expect((await provider.get(`${SCIM_GROUPS}/${body.id}`)).body.members).toHaveLength(1);
      },
    ],
    [
      'a page of people of SCIM',
      /^scim-users\.page$/,
      async () => {
        const provider = await scimClient(fixture.app, fixture.companyId);
        expect((await provider.get(`${SCIM_USERS}?cursor=&count=${PAGE}`)).body.Resources).toHaveLength(PAGE);
      },
    ],
  ])('find %s with a few rows', async (_, name, work) => {
    expect(await mostRows(name, work)).toBeLessThanOrEqual(MOST_OF_LOOK_UP);
  });

  it.each([
    [
      'people by a condition of SCIM',
      /^\s*SELECT id, matches/,
      async () => {
        const provider = await scimClient(fixture.app, fixture.companyId);
        const filter = encodeURIComponent('displayName eq "x"');
        expect((await provider.get(`${SCIM_USERS}?filter=${filter}`)).status).toBe(200);
      },
    ],
    [
      'the number of people of SCIM',
      /^scim-users\.count$/,
      async () => {
        const provider = await scimClient(fixture.app, fixture.companyId);
        expect((await provider.get(`${SCIM_USERS}?startIndex=1&count=1`)).status).toBe(200);
      },
    ],
    [
      'plans that name a person',
      /^action-plans\.texts-with$/,
      async () => {
        const { app, companyId, admin } = fixture;
        const person = {
          companyId,
          employeeIds: [],
          userIds: [admin.userId],
          emailKeys: [],
          externalIds: ['HR-1'],
        };
        for await (const record of app.app.get(MentionSource).recordsOf(person)) expect(record).toBeDefined();
      },
    ],
    [
      'closed plans',
      /^plan-retention\.(?:count|first|lock)$/,
      async () => {
        const { app, companyId } = fixture;
        await app.sql(`UPDATE plan_action SET status = 'COMPLETED' WHERE company_id = $1`, [companyId]);
        const held = { employeeIds: [], userIds: ['nobody'], emailKeys: [], externalIds: [] };
        const expiry = { companyId, before: new Date(Date.now() + 3_600_000), held };
        const retention = app.app.get(ClosedPlanRetention);
        expect((await retention.preview(expiry, 1)).count).toBeGreaterThan(COPIES);
        expect(await retention.remove(expiry, 1)).toBe(1);
      },
    ],
    [
      'changes of deleted plans',
      /^changes\.read-company/,
      async () => {
        const { admin } = fixture;
        const { body: feed } = await admin.get(COMPANY_CHANGES);
        for (let count = 0; count < 10; count++) {
          const { body } = await admin.post(PLANS, planBody());
          expect((await admin.delete(`${PLANS}/${body.id}`)).status).toBe(204);
        }
        expect((await admin.get(`${COMPANY_CHANGES}?after=${feed.cursor}`)).status).toBe(200);
      },
    ],
  ])('read %s with each row of the company a few times at most', async (_, name, work) => {
    expect(await mostRows(name, work)).toBeLessThanOrEqual(3 * people);
  });
});

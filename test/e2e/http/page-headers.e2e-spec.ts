import { SCOPES } from '../../../src/shared-kernel/actor.js';
import type { ApiClient } from '../../support/api-client.js';
import { employeeBody, EMPLOYEES } from '../../support/builders/employee.js';
import { minimalAction, PLANS } from '../../support/builders/plan.js';
import {
  deletedTimesheetRecord,
  DELETED_TIMESHEETS,
  timesheetRecord,
  TIMESHEETS,
} from '../../support/builders/timesheet.js';
import { readDocument } from '../../support/document.js';
import { DOCUMENTED_REQUESTS, resolved, type Schema } from '../../support/documented-requests.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { WEBHOOKS } from '../../support/webhook-fixture.js';
import { putDeleted, putLive } from '../../support/timesheets.js';

const LISTS = DOCUMENTED_REQUESTS.filter(
  ({ method, query }) => method === 'GET' && query['from'] !== undefined && query['to'] !== undefined,
);

interface Documented {
  readonly headers?: Record<string, unknown>;
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

const { paths } = readDocument<{
  readonly paths: Record<string, Record<string, { responses: Record<string, Documented> }>>;
}>();

const USERS = '/api/v1/company/users';

/** Employees of the company, and users. */
const PEOPLE = 3;

/** Operations whose answer is a part of a list, by their documented schemas. */
const ENVELOPES = Object.entries(paths).filter(([, { get }]) => {
  const schema = get?.responses['200']?.content?.['application/json']?.schema;
  return (
    schema && [schema, ...(schema.anyOf ?? [])].some((each) => 'total' in (resolved(each).properties ?? {}))
  );
});

/** The targets of a `Link` by their relation. */
function linksOf(headers: Headers): Record<string, string> {
  const found = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...found].map(([, target, relation]) => [relation!, target!]));
}

describe('the pages of every list', () => {
  let fixture: PlanFixture;
  let syncId: string;
  let webhookId: string;
  let callers: { readonly session: ApiClient; readonly apiKey: ApiClient };

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    const { app, companyId, admin } = fixture;
    callers = { session: admin, apiKey: await app.integration(SCOPES, companyId) };
    const syncs = await SyncFixture.of(fixture.workforce);
    syncId = (await syncs.sync([employeeBody(), employeeBody(), employeeBody()])).id;
    for (let number = 0; number < 3; number++) await fixture.plan({ actions: [minimalAction()] });
    await fixture.employees(PEOPLE - 1); // the admin is one, too
    for (let number = 0; number < 3; number++) await fixture.ownAction();
    for (let number = 0; number < 3; number++)
      await fixture.admin.post(PLANS, { title: { defaultValue: 'x' } });
    await putLive(app, companyId, [timesheetRecord(), timesheetRecord(), timesheetRecord()]);
    const deleted = [deletedTimesheetRecord(), deletedTimesheetRecord(), deletedTimesheetRecord()];
    await putDeleted(app, companyId, deleted);
    webhookId = await webhookWithMessages();
    await app.sql(
      `INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by)
       SELECT $1, md5(n::text)::char(24), 'DONE', '{}', 'x', 'key' FROM generate_series(1, 3) n`,
      [companyId],
    );
  });
  afterAll(() => fixture.stop());

  const webhookWithMessages = async (): Promise<string> => {
    const { companyId, app } = fixture;
    const given = { url: 'https://receiver.invalid/', types: ['employee.changed'] };
    const { id } = (await callers.apiKey.post(WEBHOOKS, given)).body as { id: string };
    await app.sql(
      `INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
       SELECT $1, $2, md5(n::text)::char(24), 'employee.changed', 'DELIVERED', now() FROM generate_series(1, 3) n`,
      [companyId, id],
    );
    return id;
  };

  /** The path of a list with the ids of its parameters. */
  const pathOf = (path: string): string =>
    path.replace('{syncId}', syncId).replace('{list}', 'added').replace('{webhookId}', webhookId);
  const callerOf = (path: string) => (path.startsWith('/api/v1/public/') ? callers.apiKey : callers.session);

  it('are known', () => {
    expect(LISTS.map(({ path }) => path)).toEqual(
      expect.arrayContaining([PLANS, TIMESHEETS, DELETED_TIMESHEETS, '/api/v1/company/audit']),
    );
    // Pages of employees and of users are arrays: without a window, the lists are.
    const listed = [...ENVELOPES.map(([path]) => path), EMPLOYEES, USERS];
    expect(listed.sort()).toEqual(LISTS.map(({ path }) => path).sort());
  });

  it.each(LISTS)('have their number and links to others: $operationId', async ({ path }) => {
    const caller = callerOf(path);
    const { status, headers, body } = await caller.get(`${pathOf(path)}?from=1&to=2`);
    const { next, prev, first, last } = linksOf(headers);
    const count = Number(headers.get('x-total-count'));
    expect([status, count]).toEqual([200, Array.isArray(body) ? PEOPLE : body.total]);
    expect([next, prev, first]).toEqual(['?from=2&to=3', '?from=0&to=1', '?from=0&to=1']);
    if (last !== undefined) expect(last).toBe(`?from=${count - 1}&to=${count}`);
    const documented = paths[path]!['get']!.responses['200']!.headers!;
    expect(Object.keys(documented)).toEqual(expect.arrayContaining(['X-Total-Count', 'Link']));
  });

  it.each(LISTS)('have all entries once, followed by next: $operationId', async ({ path }) => {
    const caller = callerOf(path);
    const entriesOf = (body: Record<string, unknown> | unknown[]) =>
      Array.isArray(body) ? body : ((body['result'] ?? body['results']) as unknown[]);
    const whole = entriesOf((await caller.get(`${pathOf(path)}?to=100`)).body);
    const followed: unknown[] = [];
    for (let target: string | undefined = '?from=0&to=2'; target !== undefined;) {
      const { headers, body } = await caller.get(pathOf(path) + target);
      followed.push(...entriesOf(body));
      target = linksOf(headers)['next'];
    }
    expect(followed.length).toBeGreaterThanOrEqual(3);
    expect(followed).toEqual(whole);
  });

  it('keep their headers in a 304 and in an answer to HEAD', async () => {
    const path = `${PLANS}?to=2`;
    const { headers } = await fixture.admin.get(path);
    const known = await fixture.admin.get(path, { headers: { 'If-None-Match': headers.get('etag')! } });
    const head = await fixture.admin.request('HEAD', path);
    expect([known.status, head.status]).toEqual([304, 200]);
    for (const name of ['link', 'x-total-count']) {
      expect([name, headers.get(name)]).toEqual([name, expect.any(String)]);
      expect([known.headers.get(name), head.headers.get(name)]).toEqual([
        headers.get(name),
        headers.get(name),
      ]);
    }
  });

  it('are not linked from an error, which has no number either', async () => {
    const { status, headers } = await fixture.admin.get(`${PLANS}?to=-1`);
    expect([status, headers.get('link'), headers.get('x-total-count')]).toEqual([400, null, null]);
  });

  it('keep filters in their links, and count only what the caller reads', async () => {
    const { creator, manager } = fixture;
    const title = { defaultValue: 'Only for <me>, "really"' };
    for (let number = 0; number < 3; number++) {
      const actions = [minimalAction({ title })];
      await fixture.plan({ title, actions, visibility: 'PRIVATE' });
    }
    const query = `?to=1&q=${encodeURIComponent(title.defaultValue)}&createdBy=${creator.userId}`;
    const own = await creator.get(PLANS + query);
    const second = await creator.get(PLANS + linksOf(own.headers)['next']!);
    expect([own.headers.get('x-total-count'), second.body.from, second.body.total]).toEqual(['3', 1, 3]);
    const others = await manager.get(PLANS + query);
    expect(others.headers.get('x-total-count')).toBe('0');
    expect(Object.keys(linksOf(others.headers))).toEqual(['first', 'last']);
  });

  it('are read by browsers of other origins', async () => {
    const origin = 'https://app.example.com';
    const open = await TestApp.start({ CORS_ORIGINS: origin }, fixture.app.databaseUrl);
    try {
      const { headers } = await open.anonymous().get(PLANS, { headers: { Origin: origin } });
      const exposed = headers.get('access-control-expose-headers')!.split(',');
      expect(exposed).toEqual(expect.arrayContaining(['Link', 'X-Total-Count']));
    } finally {
      await open.stop();
    }
  });
});

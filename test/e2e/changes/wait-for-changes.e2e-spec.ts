import { setTimeout as sleep } from 'node:timers/promises';
import { CompanyConnections } from '../../../src/platform/database/company-connections.js';
import { Readiness } from '../../../src/platform/health/readiness.js';
import { CHANGES, COMPANY_CHANGES } from '../../support/builders/change.js';
import { planBody, PLANS } from '../../support/builders/plan.js';
import { FeedFollower } from '../../support/feed-follower.js';
import { PostgresServer } from '../../support/postgres-server.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

interface Page {
  readonly changes: unknown[];
  readonly cursor: string;
  readonly more: boolean;
}

type Integration = Awaited<ReturnType<TestApp['integration']>>;

/** Time after which a request has read its page and waits. */
const SETTLED_MS = 500;

describe(`GET ${CHANGES} with wait`, () => {
  let server: PostgresServer;
  let app: TestApp;
  let fixture: WorkforceFixture;
  let client: Integration;
  let feed: FeedFollower;

  beforeAll(async () => {
    server = await PostgresServer.start();
    app = await TestApp.start({ CHANGES_WAITERS: '2' }, server.url);
  });
  afterAll(async () => {
    await app.stop();
    await server.close();
  });
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
    client = await app.integration(['changes:read', 'employees:read'], fixture.companyId);
    feed = new FeedFollower(client, CHANGES);
    await feed.begin();
  });

  /** A request that waits, without a check of its answer. */
  const waitAt = ({ baseUrl }: TestApp, signal?: AbortSignal): Promise<Response> =>
    fetch(`${baseUrl}${CHANGES}?after=${feed.cursor}&wait=25`, {
      headers: { serviceAPIKey: client.key },
      signal: signal ?? null,
    });

  it('answers after this time where nothing changes, and at once where something has', async () => {
    const begun = performance.now();
    expect(await feed.read('&wait=1')).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThan(990);
    const { id } = await fixture.invited();
    const again = performance.now();
    expect(await feed.read('&wait=25')).toMatchObject([{ id }]);
    expect(performance.now() - again).toBeLessThan(5_000);
  });

  it('answers when something changes, and not for changes of other companies', async () => {
    let isOver = false;
    const waiting = feed.read('&wait=25').finally(() => (isOver = true));
    await sleep(SETTLED_MS);
    await (await WorkforceFixture.open(app)).invited();
    await sleep(2_500);
    expect(isOver).toBe(false);
    const { id } = await fixture.invited();
    const changed = performance.now();
    expect(await waiting).toMatchObject([{ kind: 'employee', id }]);
    expect(performance.now() - changed).toBeLessThan(10_000);
  });

  it('does not wait without a cursor', async () => {
    const begun = performance.now();
    expect((await client.get(`${CHANGES}?wait=25`)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('refuses to wait when too many of the company do, and frees the places of those that go', async () => {
    const leave = new AbortController();
    const waiting = [1, 2].map(() => waitAt(app, leave.signal).catch(() => undefined));
    await sleep(SETTLED_MS);
    const refused = await client.get(`${CHANGES}?after=${feed.cursor}&wait=25`);
    expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_WAITERS']);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await client.get(`${CHANGES}?after=${feed.cursor}`)).status).toBe(200);
    leave.abort();
    await Promise.all(waiting);
    await sleep(SETTLED_MS);
    expect(await feed.read('&wait=1')).toEqual([]);
  });

  it('answers a hundred that wait when the process stops; they have held no connection', async () => {
    const stopping = await TestApp.start({}, app.databaseUrl, { isWorker: false });
    const waiting = Array.from({ length: 100 }, () => waitAt(stopping));
    await sleep(4 * SETTLED_MS);
    await eventually(() => expect(stopping.app.get(CompanyConnections).inUse).toBe(0));
    const begun = performance.now();
    stopping.app.get(Readiness).announceStop();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(performance.now() - begun).toBeLessThan(5_000);
    const { changes, cursor, more } = (await answers[0]!.json()) as Page;
    expect({ changes, more }).toEqual({ changes: [], more: false });
    feed.cursor = cursor;
    const { id } = await fixture.invited();
    expect(await feed.read()).toMatchObject([{ id }]);
    await stopping.stop();
  }, 60_000);

  it('shows nothing when the key is revoked meanwhile', async () => {
    const waiting = client.get(`${CHANGES}?after=${feed.cursor}&wait=25`);
    await sleep(SETTLED_MS);
    await app.identity.revokeApiKey(client.key.split('_')[1]!);
    await fixture.invited();
    expect((await waiting).status).toBe(401);
  });

  it('shows nothing when the user loses the role meanwhile', async () => {
    const { companyId } = fixture;
    const [admin, manager] = [await app.user('ADMIN', companyId), await app.user('MANAGER', companyId)];
    const plans = new FeedFollower(manager, COMPANY_CHANGES);
    await plans.begin();
    const waiting = manager.get(`${COMPANY_CHANGES}?after=${plans.cursor}&wait=25`);
    await sleep(SETTLED_MS);
    await app.identity.setRole(manager.userId, 'EMPLOYEE');
    await admin.post(PLANS, planBody({ visibility: 'PUBLIC' }));
    expect((await waiting).status).toBe(403);
  });
});

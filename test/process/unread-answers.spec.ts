import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ActionPlanImporter } from '../../src/action-plans/index.js';
import { minimalAction, planRecord, PLANS } from '../support/builders/plan.js';
import { eventually } from '../support/eventually.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { TestApp } from '../support/test-app.js';

const UNREAD = 75;
const SESSIONS = 3;
const PLAN_COUNT = 240;
const ACTION_COUNT = 50;
const PAGE = `${PLANS}?from=0&to=500`;

describe('answers that nobody reads', () => {
  let app: TestApp;
  let companyId: string;
  let service: ServiceProcess;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
    companyId = await app.company();
    const text = 'x'.repeat(1_600); // so that a page has 24 MB
    const plans = Array.from({ length: PLAN_COUNT }, () =>
      planRecord({
        actions: Array.from({ length: ACTION_COUNT }, () =>
          minimalAction({ description: { defaultValue: text } }),
        ),
      }),
    );
    await app.app.get(ActionPlanImporter).import(companyId, plans);
    service = await ServiceProcess.start({
      databaseUrl: app.databaseUrl,
      env: { NODE_OPTIONS: '--max-old-space-size=1024', RESPONSE_STALL_TIMEOUT: '2s' },
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await endServices();
    await app.stop();
  });

  /** Sends the request of a page and reads nothing but the status. */
  const open = (sessionId: string, port = service.port): Promise<{ socket: Socket; status: number }> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      sockets.add(socket);
      socket.write(`GET ${PAGE} HTTP/1.1\r\nHost: x\r\nSessionId: ${sessionId}\r\n\r\n`);
      socket.once('readable', () => {
        const head = String(socket.read(12));
        socket.pause();
        resolve({ socket, status: Number(head.slice(9)) });
      });
      socket.on('error', reject);
    });

  /** Like {@link open}; waits for the turn of the caller. */
  const openServed = (sessionId: string): Promise<Socket> =>
    eventually(async () => {
      const { socket, status } = await open(sessionId);
      if (status !== 200) socket.destroy();
      expect(status).toBe(200);
      return socket;
    });

  it('do not end the process, nor keep other callers from theirs', async () => {
    const admins = await Promise.all(Array.from({ length: SESSIONS }, () => app.user('ADMIN', companyId)));
    const opened = await Promise.allSettled(
      Array.from({ length: UNREAD }, (_, index) => open(admins[index % SESSIONS]!.sessionId)),
    );
    const statuses = opened.map((one) => (one.status === 'fulfilled' ? one.value.status : 0));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const served = admins[statuses.indexOf(200) % SESSIONS]!.at(service.baseUrl);
    const again = await served.get(PAGE);
    expect([again.status, Number(again.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(['UNREAD_ANSWERS', 'TOO_MANY_LARGE_ANSWERS']).toContain(again.body.errorCode);
    await eventually(async () => {
      const other = await app.user('ADMIN', companyId);
      const { status, text } = await other.at(service.baseUrl).get(PAGE);
      expect([status, text.length > 20_000_000]).toEqual([200, true]);
    });
    const cut = opened.filter((one) => one.status === 'fulfilled').map(({ value }) => value.socket);
    for (const socket of cut) socket.resume();
    await eventually(async () => {
      expect((await served.get(PAGE)).status).toBe(200);
    });
  });

  it('are bounded for a company, too, however many callers it has', async () => {
    const patient = await ServiceProcess.start({
      databaseUrl: app.databaseUrl,
      env: { RESPONSE_STALL_TIMEOUT: '1m' },
    });
    let served = 0;
    for (let number = 0; number < 12; number++) {
      const { sessionId } = await app.user('ADMIN', companyId);
      const { status } = await open(sessionId, patient.port);
      if (status === 200) served++;
    }
    // Each leaves about 20 MB of its 24 MB unread.
    expect(served).toBeGreaterThan(4);
    expect(served).toBeLessThan(9);
    const next = (await app.user('ADMIN', companyId)).at(patient.baseUrl);
    await eventually(async () => {
      const { status, body } = await next.get(PAGE);
      expect([status, body.errorCode]).toEqual([429, 'UNREAD_ANSWERS']);
    });
    const stranger = await app.user('ADMIN');
    expect((await stranger.at(patient.baseUrl).get(PAGE)).status).toBe(200);
  });

  it('are cut off, but those that are read slowly are not', async () => {
    const [silent, slow] = await Promise.all([app.user('ADMIN', companyId), app.user('ADMIN', companyId)]);
    const unread = await openServed(silent.sessionId);
    const socket = await openServed(slow.sessionId);
    let received = 0;
    const startedAt = performance.now();
    while (performance.now() - startedAt < 6_000) {
      const part = socket.read() as Buffer | null;
      received += part?.length ?? 0;
      expect(socket.destroyed).toBe(false);
      await sleep(50);
    }
    for await (const part of socket) {
      received += (part as Buffer).length;
      if (received > 20_000_000) break;
    }
    expect(received).toBeGreaterThan(20_000_000);
    let taken = 0;
    unread.on('data', (part: Buffer) => (taken += part.length));
    await new Promise((resolve) => unread.once('close', resolve));
    expect(taken).toBeLessThan(20_000_000); // what the operating system had accepted
  });

  it('are not followed by a repeat of a creation, which reads, too', async () => {
    const patient = await ServiceProcess.start({
      databaseUrl: app.databaseUrl,
      env: { RESPONSE_STALL_TIMEOUT: '5m' },
    });
    const user = await app.user('ADMIN', companyId);
    const create = () =>
      user
        .at(patient.baseUrl)
        .post(PLANS, { title: { defaultValue: 'x' } }, { headers: { 'Idempotency-Key': 'unread' } });
    const { body } = await create();
    const { socket } = await open(user.sessionId, patient.port);
    // Only now, so that the page is not over the limit alone.
    const description = `jsonb_build_object('defaultValue', repeat('x', 20000000), 'valid', true)`;
    await app.sql(
      `
        UPDATE action_plan SET document = jsonb_set(document::jsonb, '{description}', ${description})::json
          WHERE id = $1`,
      [body.id],
    );
    await eventually(async () => {
      const refused = await create();
      expect([refused.status, refused.body.errorCode]).toEqual([429, 'UNREAD_ANSWERS']);
    });
    socket.destroy();
    await eventually(async () => expect((await create()).body.id).toBe(body.id));
  });
});

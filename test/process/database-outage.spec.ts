import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import type { Answer } from '../support/api-client.js';
import { freshDatabase, openClient, runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { addPerson, endServices, ServiceProcess } from '../support/service-process.js';
import { TcpProxy } from './tcp-proxy.js';

/** 4.5 s with the default settings, and something for a busy machine. */
const BOUND_MS = 4_500 + 7_500;
/** Shorter than the time after which the process would be cut off. */
const STOP_LIMIT_MS = 15_000;

let databaseUrl: string;
let proxy: TcpProxy;
let service: ServiceProcess;
let sessionId: string;

async function start(env: Record<string, string> = {}): Promise<void> {
  databaseUrl = await freshDatabase('outage');
  ({ sessionId } = await addPerson(databaseUrl, 'ADMIN'));
  proxy = await TcpProxy.to(databaseUrl);
  service = await ServiceProcess.start({ databaseUrl: proxy.databaseUrl, env });
  expect((await read()).status).toBe(200);
}

afterEach(async () => {
  await endServices();
  await proxy.close();
});

function read(): Promise<Answer> {
  return service.as(sessionId).get(TEMPLATES);
}

function write(): Promise<Answer> {
  return service.as(sessionId).post(TEMPLATES, minimalTemplate());
}

/** Writes several times at once, so that the pool has several connections. */
async function writeAtOnce(count: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, write));
}

async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  expect(performance.now() - begun).toBeLessThan(limitMs);
  return result;
}

function expectUnavailable({ status, headers, body }: Answer): void {
  expect({ status, code: body.errorCode }).toEqual({ status: 503, code: 'DATABASE_UNAVAILABLE' });
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Waits until cache entries expire: from then on reads need the database. */
async function readsFail(): Promise<void> {
  await eventually(async () => expectUnavailable(await read()));
}

async function serves(limitMs: number): Promise<void> {
  await eventually(async () => {
    expect((await write()).status).toBe(200);
    expect((await read()).status).toBe(200);
    expect((await service.anonymous().get('/health/ready')).status).toBe(200);
  }, limitMs);
}

describe('a database that freezes', () => {
  it('is answered for with 503 in bounded time, used again as soon as it goes on, and hinders no stop', async () => {
    // The delay lets a request that was sent before the stop arrive before it.
    await start({ SHUTDOWN_DELAY: '500ms' });
    await writeAtOnce(5);
    proxy.freeze();
    const first = await within(BOUND_MS, () => Promise.all([readsFail(), ...[1, 2, 3].map(write)]));
    first.slice(1).forEach((answer) => expectUnavailable(answer as Answer));
    const next = await within(BOUND_MS, () => Promise.all([read(), read(), ...[1, 2, 3].map(write)]));
    next.forEach(expectUnavailable);
    const { status, body } = await within(BOUND_MS, () => service.anonymous().get('/health/ready'));
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'unavailable', dependencies: { database: 'down' } },
    });
    expect((await service.anonymous().get('/health/live')).status).toBe(200);

    proxy.thaw();
    await serves(15_000);
    expect(service.stderr).toBe('');

    proxy.freeze();
    const answer = write();
    const exit = await within(STOP_LIMIT_MS, () => service.stop());
    expect(exit).toEqual({ code: 0, signal: null });
    expectUnavailable(await answer);
  });
});

describe('connections that are dead without a word', () => {
  it('are given up together when one of them is found to be dead, and new ones serve', async () => {
    // Ten connections at once may take a busy machine longer than the default.
    await start({ DATABASE_POOL_SIZE: '10', DATABASE_POOL_WAIT: '4s' });
    await writeAtOnce(30);
    proxy.forget();
    await within(BOUND_MS, write);
    expect((await within(BOUND_MS, () => writeAtOnce(10))).map(({ status }) => status)).toEqual(
      Array(10).fill(200),
    );
    await serves(15_000);
  });
});

describe('a database that is gone', () => {
  it('is answered for at once and served from when it is back, or at once after a restart', async () => {
    await start();
    proxy.refuse();
    await readsFail();
    // Its check value cannot be verified, so it is not known to be wrong.
    expectUnavailable(await service.as('A'.repeat(59)).get(TEMPLATES));
    (await within(BOUND_MS, () => writeAtOnce(5))).forEach(expectUnavailable);
    expect((await service.anonymous().get('/health/ready')).status).toBe(503);
    await proxy.accept();
    await serves(15_000);

    await writeAtOnce(5);
    await runSql(
      databaseUrl,
      `
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid()`,
    );
    await serves(15_000);
    expect((await writeAtOnce(5)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(service.stderr).toBe('');
  });
});

describe('a pool that is exhausted', () => {
  it('answers 503 in bounded time and serves when the lock is gone', async () => {
    await start({ DATABASE_POOL_SIZE: '1' });
    const locker = await openClient(databaseUrl);
    try {
      await locker.query('BEGIN; LOCK TABLE announcement_template');
      for (let round = 0; round < 2; round++) {
        const answers = await within(BOUND_MS, () => writeAtOnce(10));
        // Those who wait for the one connection may be told that they are too many.
        const waited = answers.filter(({ body }) => body.errorCode === 'TOO_MANY_AT_ONCE');
        expect(waited.map(({ status }) => status)).toEqual(waited.map(() => 429));
        const others = answers.filter((answer) => !waited.includes(answer));
        expect(others).not.toEqual([]);
        others.forEach(expectUnavailable);
      }
      await locker.query('ROLLBACK');
    } finally {
      await locker.end();
    }
    await serves(15_000);
    expect((await writeAtOnce(10)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(service.stderr).toBe('');
  });
});

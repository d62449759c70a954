import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { FleetFixture } from '../support/fleet-fixture.js';
import type { Member } from '../support/fleet.js';
import { REDIS_START_LIMIT_MS, RedisServer } from '../support/redis-server.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../support/system-packages.js';
import { SlowProxy } from '../support/slow-proxy.js';

/** Bull waits for a frozen Redis as long as the process has time. */
const SETTINGS = { SHUTDOWN_TIMEOUT: '4s' };
/** Of a process with these settings, and something for a busy machine. */
const STOP_LIMIT_MS = 4_000 + 8_000;

let fixture: FleetFixture;

beforeAll(() => ensureInstalled(SYSTEM_PACKAGES.redis), REDIS_START_LIMIT_MS);
beforeEach(async () => {
  fixture = await FleetFixture.open();
  await fixture.redis.start();
});
afterEach(() => fixture.close());

async function hasLogged(member: Member, message: string): Promise<void> {
  await eventually(() => expect(member.log.map(({ msg }) => msg)).toContain(message));
}

describe.each([
  { condition: 'down', fail: () => fixture.redis.stop() },
  { condition: 'frozen', fail: async () => fixture.redis.pause() },
])('processes that are asked to stop while Redis is $condition', ({ fail }) => {
  it('finish the mails in flight, send each once and exit with status 0 within their time', async () => {
    const { fleet, mail, people } = fixture;
    mail.delayMs = 2_000;
    const [api, worker] = await Promise.all([fleet.start('api', SETTINGS), fleet.start('worker', SETTINGS)]);
    const [planId] = await fixture.addPlans(people.slice(0, 1), 1);
    for (const person of people.slice(0, 2)) await fixture.request(api.baseUrl, person, planId!);
    await eventually(async () => {
      expect(await fixture.sql('SELECT FROM plan_export_link')).toHaveLength(2);
    });
    await fail();

    for (const { code, tookMs } of await Promise.all([api.stop(), worker.stop()])) {
      expect(code).toBe(0);
      expect(tookMs).toBeLessThan(STOP_LIMIT_MS);
    }
    expect(worker.stderr).toBe('');
    expect(worker.log.map(({ msg }) => msg)).not.toContain('uncaught');
    expect(await fixture.sql('SELECT status, attempts FROM job')).toEqual(
      Array(2).fill({ status: 'DONE', attempts: 1 }),
    );
    expect(mail.deliveries).toHaveLength(2);
  });
});

describe('a worker that is asked to stop before Redis has answered', () => {
  it('exits with status 0', async () => {
    await fixture.redis.stop();
    const worker = await fixture.fleet.start('worker', SETTINGS);
    const { code, tookMs } = await worker.stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(STOP_LIMIT_MS);
  });
});

describe('a Redis that fails', () => {
  it('is logged once while it does not answer, as is its return, and leaves the process ready', async () => {
    const main = await fixture.fleet.start('main');
    await sleep(2_500);
    fixture.redis.pause();
    await hasLogged(main, 'Redis does not answer');
    // A busy machine may need longer than a report on a vital dependency may take, but not every time.
    const ready = () => fetch(`${main.baseUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    const answer = await eventually(ready);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'degraded', dependencies: { database: 'up', redis: 'down' } },
    ]);
    await sleep(2_500);
    fixture.redis.resume();
    await hasLogged(main, 'Redis answers again');
    expect(main.log.map(({ msg }) => msg)).toEqual(['ready', 'Redis does not answer', 'Redis answers again']);
  });

  it('may have lost the place of a job in the queue: a worker finds the export in the database', async () => {
    const { fleet, mail, people, redis } = fixture;
    const { baseUrl } = await fleet.start('api');
    const plans = await fixture.addPlans(people.slice(0, 1), 1);
    await fixture.requestEach(baseUrl, plans);
    await eventually(() => redis.remove('{wes}:plan-export:wait'));
    await fleet.start('worker');
    await fixture.allSent(60_000);
    expect(mail.deliveries).toHaveLength(1);
  });

  it('is used again although what is in front of it accepted and closed connections meanwhile', async () => {
    const { fleet, mail, people, redis } = fixture;
    const proxy = await SlowProxy.to(redis.url);
    try {
      const main = await fleet.start('main', { REDIS_URL: `redis://127.0.0.1:${proxy.port}/0` });
      const plans = await fixture.addPlans(people.slice(0, 2), 1);
      await redis.stop();
      await fixture.requestEach(main.baseUrl, plans);
      await sleep(2_000);
      await redis.start();
      await fixture.allSent(60_000);
      expect(mail.deliveries).toHaveLength(plans.length);
      const kinds = main.log.filter(({ msg }) => msg === 'job queue fails').map(({ kind }) => kind);
      expect(kinds).toContain('plan-export');
      expect(kinds).toEqual([...new Set(kinds)]);
    } finally {
      await fleet.disband();
      await proxy.close();
    }
  });
});

describe('a Redis Cluster', () => {
  it('takes the commands of the queue, each of which uses keys of one node only', async () => {
    const { fleet, mail, people } = fixture;
    const cluster = await RedisServer.startCluster();
    try {
      const main = await fleet.start('main', { REDIS_URL: cluster.url, RATE_LIMIT: '100/1h' });
      const plans = await fixture.addPlans(people.slice(0, 1), 1);
      await fixture.requestEach(main.baseUrl, plans);
      await fixture.allSent(60_000);
      expect(mail.deliveries).toHaveLength(1);
      expect(main.log.filter(({ level }) => level === 'warn')).toEqual([]);
    } finally {
      await fleet.disband();
      await cluster.stop();
    }
  });
});

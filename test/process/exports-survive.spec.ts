import { setTimeout as sleep } from 'node:timers/promises';
import { isFullRun } from '../support/environment.js';
import { FleetFixture, type Accepted } from '../support/fleet-fixture.js';
import type { Fleet } from '../support/fleet.js';
import { REDIS_START_LIMIT_MS } from '../support/redis-server.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../support/system-packages.js';

/** The full run takes minutes and checks the same promises; `WES_TEST_FULL=1` selects it. */
const SCALE = isFullRun()
  ? { exports: 200, redisDownMs: 20_000, killEveryMs: 3_000 }
  : { exports: 60, redisDownMs: 4_000, killEveryMs: 2_000 };
const WORKERS = 3;

/** Kills a worker every few seconds and starts another one in its place. */
async function killWorkers(fleet: Fleet, until: AbortSignal): Promise<number> {
  let kills = 0;
  while (!until.aborted) {
    await sleep(SCALE.killEveryMs * (0.5 + Math.random()));
    const workers = fleet.running('worker');
    const victim = workers[Math.floor(Math.random() * workers.length)];
    if (!victim) continue;
    await victim.kill();
    kills++;
    fleet.launch('worker');
  }
  return kills;
}

/** The median of the answers: a service that waits for Redis is always slow, a busy machine is slow only sometimes. */
function medianOf(accepted: readonly Accepted[]): number {
  const times = accepted.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)]!;
}

describe('accepted exports', () => {
  let fixture: FleetFixture;

  beforeAll(() => ensureInstalled(SYSTEM_PACKAGES.redis), REDIS_START_LIMIT_MS);
  beforeEach(async () => void (fixture = await FleetFixture.open()));
  afterEach(() => fixture.close());

  it('are all sent although workers are killed and Redis loses everything', async () => {
    const { fleet, mail, people, redis } = fixture;
    await redis.start();
    const { baseUrl } = await fleet.start('api');
    await Promise.all(Array.from({ length: WORKERS }, () => fleet.start('worker')));
    const plans = await fixture.addPlans(people.slice(0, SCALE.exports / people.length));
    const wanted = plans.flatMap((planId) => people.map((person) => ({ person, planId })));
    expect(wanted).toHaveLength(SCALE.exports);
    mail.delayMs = 150;

    const killer = new AbortController();
    const killing = killWorkers(fleet, killer.signal);
    const request = async (some: typeof wanted): Promise<Accepted[]> => {
      const accepted: Accepted[] = [];
      for (const { person, planId } of some) {
        accepted.push(await fixture.request(baseUrl, person, planId));
        await sleep(50);
      }
      return accepted;
    };
    const whileUp = await request(wanted.slice(0, SCALE.exports / 2));
    await redis.flushAll();
    await sleep(1_000);
    await redis.stop();
    const isOver = sleep(SCALE.redisDownMs);
    const whileDown = await request(wanted.slice(SCALE.exports / 2));
    await isOver;
    await redis.start();
    await sleep(SCALE.killEveryMs * 2);
    killer.abort();
    const kills = await killing;
    const lastIssueAt = performance.now();
    await fixture.allSent(180_000);
    const settledMs = performance.now() - lastIssueAt;

    const medianMs = medianOf(whileDown);
    expect(medianMs).toBeLessThan(1_000);
    const accepted = [...whileUp, ...whileDown];
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(SCALE.exports);
    const deliveries = accepted.map(({ id, email }) =>
      mail.to(email).filter(({ message }) => message.messageId?.includes(id)),
    );
    expect(deliveries.filter(({ length }) => length === 0)).toEqual([]);
    const duplicates = deliveries.reduce((sum, { length }) => sum + length - 1, 0);
    expect(mail.deliveries).toHaveLength(SCALE.exports + duplicates);
    // A mail comes twice only when its worker is killed in the moment between acceptance and record.
    expect(duplicates).toBeLessThanOrEqual(kills * 2);
    process.stderr.write(
      `${SCALE.exports} exports, ${kills} kills, Redis down for ${SCALE.redisDownMs} ms: none lost, ` +
        `${duplicates} mails twice, median of requests without Redis ${Math.round(medianMs)} ms, ` +
        `all sent ${Math.round(settledMs)} ms after the last issue\n`,
    );
  }, 400_000);

  it('are taken at once while Redis is away or hangs, and sent soon after it answers', async () => {
    const { fleet, mail, redis } = fixture;
    const [api, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
    const ready = await fetch(`${api.baseUrl}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'degraded', dependencies: { database: 'up', redis: 'down' } },
    ]);
    const plans = await fixture.addPlans();
    expect(medianOf(await fixture.requestEach(api.baseUrl, plans))).toBeLessThan(1_000);
    await sleep(2_000);
    expect(await fixture.countUnsent()).toBe(plans.length);

    await redis.start();
    await fixture.allSent(60_000);
    expect(mail.deliveries).toHaveLength(plans.length);
    expect(await (await fetch(`${api.baseUrl}/health/ready`)).json()).toEqual({
      status: 'ok',
      dependencies: { database: 'up', redis: 'up' },
    });

    redis.pause();
    expect(medianOf(await fixture.requestEach(api.baseUrl, plans))).toBeLessThan(1_000);
    const degraded = await fetch(`${api.baseUrl}/health/ready`);
    expect([degraded.status, await degraded.json()]).toMatchObject([200, { status: 'degraded' }]);
    redis.resume();
    await fixture.allSent(60_000);
    expect(mail.deliveries).toHaveLength(2 * plans.length);

    await redis.stop();
    for (const { code, tookMs } of await Promise.all([api.stop(), worker.stop()])) {
      expect(code).toBe(0);
      expect(tookMs).toBeLessThan(10_000);
    }
  });

  it('are all sent, and sent once, although the database cuts every connection again and again', async () => {
    const { fleet, mail, people } = fixture;
    const settings = { REDIS_URL: '' };
    const { baseUrl } = await fleet.start('api', settings);
    const plans = await fixture.addPlans(people.slice(0, 2));
    for (const planId of plans) for (const person of people) await fixture.request(baseUrl, person, planId);
    mail.delayMs = 100;
    await Promise.all([fleet.start('worker', settings), fleet.start('worker', settings)]);
    for (let cut = 0; cut < 10; cut++) {
      await sleep(500);
      await fixture.sql(
        `
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
            AND pid <> pg_backend_pid()`,
      );
    }
    await fixture.allSent(60_000);
    expect(mail.deliveries).toHaveLength(plans.length * people.length);
    expect(fleet.running('worker')).toHaveLength(2);
  });
});

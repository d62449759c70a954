import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../support/builders/plan.js';
import { eventually } from '../support/eventually.js';
import { FleetFixture } from '../support/fleet-fixture.js';
import { clientOf, type Member } from '../support/fleet.js';
import { linkIn } from '../support/mail-server.js';
import { REDIS_START_LIMIT_MS } from '../support/redis-server.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../support/system-packages.js';

describe('exports of several processes', () => {
  let fixture: FleetFixture;

  beforeAll(() => ensureInstalled(SYSTEM_PACKAGES.redis), REDIS_START_LIMIT_MS);
  beforeEach(async () => void (fixture = await FleetFixture.open()));
  afterEach(() => fixture.close());

  it('are shared by any number of processes without Redis', async () => {
    const { fleet, mail, people } = fixture;
    const settings = { REDIS_URL: '' };
    const [api, main] = await Promise.all([
      fleet.start('api', settings),
      fleet.start('main', settings),
      fleet.start('worker', settings),
    ]);
    const plans = await fixture.addPlans();
    await Promise.all(
      plans.map((planId, index) => fixture.request((index % 2 ? api : main).baseUrl, people[index]!, planId)),
    );
    await fixture.allSent(60_000);
    expect(mail.deliveries).toHaveLength(plans.length);
  });

  it.each(['with', 'without'])(
    'of a worker %s Redis that is asked to stop are released before their mail, and finished once it has begun',
    async (redisUse) => {
      const { fleet, mail, people, redis } = fixture;
      const settings = redisUse === 'with' ? undefined : { REDIS_URL: '' };
      if (redisUse === 'with') await redis.start();
      const [{ baseUrl }, first] = await Promise.all([
        fleet.start('api', settings),
        fleet.start('worker', settings),
      ]);
      const [planId] = await fixture.addPlans(people.slice(0, 1), 1_500);
      const { id } = await fixture.request(baseUrl, people[0]!, planId!);
      const record = async (): Promise<Record<string, unknown>> => {
        const [row] = await fixture.sql(
          `SELECT e.status, j.attempts, j.lease_id, (SELECT count(*)::integer FROM plan_export_link) AS links
           FROM plan_export e JOIN job j ON j.key = e.id`,
        );
        return row!;
      };
      const stops = async (worker: Member): Promise<void> => {
        const { code, tookMs } = await worker.stop();
        expect(code).toBe(0);
        expect(tookMs).toBeLessThan(10_000);
      };

      await eventually(async () => expect(await record()).toMatchObject({ status: 'RUNNING' }));
      await stops(first);
      expect(await record()).toMatchObject({ status: 'RUNNING', attempts: 0, lease_id: null, links: 0 });
      expect(mail.deliveries).toEqual([]);

      mail.delayMs = 2_000;
      const second = await fleet.start('worker', settings);
      await eventually(async () => expect(await record()).toMatchObject({ status: 'RUNNING', links: 1 }));
      await stops(second);
      expect(await record()).toMatchObject({ status: 'SENT', attempts: 1 });
      const { body } = await clientOf(baseUrl, people[0]!).get(`${PLANS}/${planId}/exports/${id}`);
      expect(body.status).toBe('SENT');
      expect(mail.deliveries).toHaveLength(1);
    },
  );

  it('are worked on by EXPORT_CONCURRENCY at once in each process with Redis', async () => {
    const { fleet, mail, people, redis } = fixture;
    await redis.start();
    const { baseUrl } = await fleet.start('main', { EXPORT_CONCURRENCY: '2' });
    let current = 0;
    let most = 0;
    mail.beforeAccepting = async () => {
      most = Math.max(most, ++current);
      await sleep(1_000);
      current--;
    };
    const [planId] = await fixture.addPlans(people.slice(0, 1));
    await Promise.all(people.slice(0, 6).map((person) => fixture.request(baseUrl, person, planId!)));
    await fixture.allSent(60_000);
    expect(most).toBe(2);
  });

  it('leave no secret and no address in the log of any process', async () => {
    const { fleet, mail, people, redis } = fixture;
    const [person] = people;
    await redis.start();
    const { baseUrl } = await fleet.start('main');
    const [planId] = await fixture.addPlans([person!]);
    mail.refusal = `mailbox ${person!.email} unavailable`;
    await fixture.request(baseUrl, person!, planId!);
    await eventually(async () => {
      const [row] = await fixture.sql<{ last_error: string | null }>('SELECT last_error FROM job');
      expect(row!.last_error).toContain('unavailable');
    });
    mail.refusal = undefined;
    await fixture.sql('UPDATE job SET due_at = now()');
    await fixture.allSent(60_000);
    const link = linkIn(mail.deliveries[0]!);
    for (const path of [link, `${link.slice(0, -1)}~`]) await fetch(baseUrl + path);
    await Promise.all(fleet.running('main').map((member) => member.stop()));
    const printed = fleet.members.map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(printed).toContain('/exports/:token');
    for (const secret of [link.split('/').at(-1)!.slice(0, 20), person!.email, person!.sessionId]) {
      expect(printed).not.toContain(secret);
    }
  });
});

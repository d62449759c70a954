import { setTimeout as sleep } from 'node:timers/promises';
import { S3Storage } from '../../src/platform/storage/s3-storage.js';
import type { Answer } from '../support/api-client.js';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { freshDatabase, runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FleetFixture } from '../support/fleet-fixture.js';
import { clientOf, type Member } from '../support/fleet.js';
import { linkIn } from '../support/mail-server.js';
import { REDIS_START_LIMIT_MS } from '../support/redis-server.js';
import { addPerson, type Person } from '../support/service-process.js';
import { WholeFleet } from '../support/whole-fleet.js';

/** Within this time every process must follow a change. */
const LIMIT_MS = 1_000;

describe('two API processes and two workers', () => {
  let databaseUrl: string;
  let whole: WholeFleet;
  let fixture: FleetFixture;
  let a: Member;
  let b: Member;
  let admin: Person;

  beforeAll(async () => {
    databaseUrl = await freshDatabase('whole');
    whole = await WholeFleet.start(databaseUrl, {
      DATABASE_POOL_SIZE: '1',
      EXPORT_CONCURRENCY: '1',
      RATE_LIMIT: '100000/1h',
    });
    [a, b] = whole.apis;
    fixture = await FleetFixture.on(whole);
    admin = await addPerson(databaseUrl, 'ADMIN');
  }, REDIS_START_LIMIT_MS);

  afterAll(() => whole.stop());

  /** A user whose session both processes have cached. */
  async function knownAdmin(): Promise<Person> {
    const person = await addPerson(databaseUrl, 'ADMIN');
    for (const service of [a, b]) {
      expect((await clientOf(service.baseUrl, person).get(`${TEMPLATES}/all`)).status).toBe(200);
    }
    return person;
  }

  it('see what the other one wrote within a second', async () => {
    const keysOf = async (service: Member): Promise<unknown[]> => {
      const { body } = await clientOf(service.baseUrl, admin).get(TEMPLATES);
      return (body as { key: string }[]).map(({ key }) => key);
    };
    for (let round = 0; round < 5; round++) {
      const template = minimalTemplate();
      const { status, body } = await clientOf(a.baseUrl, admin).post(TEMPLATES, template);
      expect(status).toBe(200);
      expect(await keysOf(a)).toContain(template['key']);
      await eventually(async () => expect(await keysOf(b)).toContain(template['key']), LIMIT_MS);

      expect((await clientOf(b.baseUrl, admin).delete(`${TEMPLATES}/${body.id}`)).status).toBe(200);
      expect(await keysOf(b)).not.toContain(template['key']);
      await eventually(async () => expect(await keysOf(a)).not.toContain(template['key']), LIMIT_MS);
    }
  });

  it.each([
    {
      change: 'a revoked session',
      statement: 'UPDATE session SET revoked_at = now() WHERE user_id = $1',
      status: 401,
    },
    {
      change: 'an expired session',
      statement: 'UPDATE session SET expires_at = now() WHERE user_id = $1',
      status: 401,
    },
    {
      change: 'a changed role',
      statement: `UPDATE user_account SET role = 'MANAGER' WHERE id = $1`,
      status: 403,
    },
    {
      change: 'a deactivated user',
      statement: 'UPDATE user_account SET deactivated_at = now() WHERE id = $1',
      status: 401,
    },
  ])('heed $change within a second', async ({ statement, status }) => {
    const person = await knownAdmin();
    await runSql(databaseUrl, statement, [person.userId]);
    await Promise.all(
      [a, b].map((service) =>
        eventually(async () => {
          expect((await clientOf(service.baseUrl, person).get(`${TEMPLATES}/all`)).status).toBe(status);
        }, LIMIT_MS),
      ),
    );
  });

  it('that was frozen meanwhile heeds a revocation from its first answer on', async () => {
    const person = await knownAdmin();
    b.signal('SIGSTOP');
    await runSql(databaseUrl, 'UPDATE session SET revoked_at = now() WHERE user_id = $1', [person.userId]);
    await sleep(2_000); // longer than cache entries live
    const answers = [1, 2, 3].map(() => clientOf(b.baseUrl, person).get(TEMPLATES));
    b.signal('SIGCONT');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('count the requests of a session together', async () => {
    const person = fixture.people[0]!;
    const left = async ({ baseUrl }: Member): Promise<number> =>
      remainingOf(await clientOf(baseUrl, person).get(TEMPLATES));
    await eventually(async () => {
      const first = await left(a); // a busy machine may wait for longer than a process waits for Redis
      expect([await left(b), await left(a), await left(b)]).toEqual([first - 1, first - 2, first - 3]);
    });
  });

  it('send each export once, with a file in the store that both give by its link', async () => {
    const { mail, store } = whole;
    const plans = await fixture.addPlans();
    const accepted = await Promise.all(
      plans.map((planId, index) =>
        fixture.request([a, b][index % 2]!.baseUrl, fixture.people[index]!, planId),
      ),
    );
    await fixture.allSent(20_000);
    expect(mail.deliveries).toHaveLength(plans.length);
    for (const worker of whole.workers)
      expect(worker.log).toContainEqual(
        expect.objectContaining({ msg: 'job', kind: 'plan-export', result: 'done' }),
      );

    const storage = new S3Storage(store.settings);
    for (const { id, email } of accepted.slice(0, 3)) {
      const [delivery] = mail.to(email);
      const size = await storage.sizeOf(`exports/${id}.xlsx`);
      for (const { baseUrl } of [a, b]) {
        const answer = await fetch(baseUrl + linkIn(delivery!));
        expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, size]);
      }
    }
  });

  it('finish the export of a worker that is killed', async () => {
    const { mail } = whole;
    mail.deliveries.length = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    mail.beforeAccepting = () => held.then(() => Promise.reject(new Error('Try again later.')));
    const [planId] = await fixture.addPlans(fixture.people.slice(0, 1));
    for (const person of fixture.people.slice(0, 2)) await fixture.request(a.baseUrl, person, planId!);
    const unsent = () =>
      fixture.sql<{ links: number; lease_id: string | null }>(
        `SELECT (SELECT count(*)::integer FROM plan_export_link l WHERE l.export_id = j.key) AS links, lease_id
         FROM job j WHERE finished_at IS NULL`,
      );
    // Each worker has begun one mail.
    await eventually(async () => expect((await unsent()).map(({ links }) => links)).toEqual([1, 1]));
    await whole.workers[0]!.kill();
    release();
    await eventually(async () =>
      expect((await unsent()).filter(({ lease_id: lease }) => lease !== null)).toHaveLength(1),
    );
    mail.beforeAccepting = undefined;
    // Instead of the time that the lease and the next attempt take.
    await fixture.sql(
      `UPDATE job SET leased_until = leased_until - interval '1 minute', due_at = now() WHERE finished_at IS NULL`,
    );
    await fixture.allSent(30_000);
    expect(whole.workers).toHaveLength(1);
    expect(mail.deliveries).toHaveLength(2);
  });
});

const remainingOf = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

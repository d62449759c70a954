import { randomUUID } from 'node:crypto';
import { planBody, PLANS } from '../support/builders/plan.js';
import { freshDatabase, openClient, runSql, sessionsWaitingForALock } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { addManagers, clientOf, Fleet, type Member, type Person } from '../support/fleet.js';

describe('a key that several processes know', () => {
  let databaseUrl: string;
  let fleet: Fleet;
  let manager: Person;

  beforeAll(async () => {
    databaseUrl = await freshDatabase('keys');
    fleet = await Fleet.gather(databaseUrl, {});
    [manager] = (await addManagers(databaseUrl, 1)) as [Person];
    await Promise.all([fleet.start('api'), fleet.start('api')]);
  });
  afterAll(() => fleet.disband());

  const send = ({ baseUrl }: Member, key: string) =>
    clientOf(baseUrl, manager).post(PLANS, planBody(), { headers: { 'Idempotency-Key': key } });
  const countPlans = async () => (await runSql(databaseUrl, 'SELECT FROM action_plan')).length;

  it('is used once', async () => {
    const [a, b] = fleet.running('api') as [Member, Member];
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const before = await countPlans();
      const answers = await Promise.all([a, b, a, b, a, b].map((process) => send(process, key)));
      expect(await countPlans()).toBe(before + 1);
      const done = answers.filter(({ status }) => status === 200);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - done.length);
    }
  });

  it('is free again when its process is killed between the effect and the answer', async () => {
    const [a, b] = fleet.running('api') as [Member, Member];
    const key = randomUUID();
    const before = await countPlans();
    const client = await openClient(databaseUrl);
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE idempotency_key IN EXCLUSIVE MODE'); // the plan is inserted, its key is not
      const sent = send(a, key).then(
        () => 'answered',
        () => 'lost',
      );
      await eventually(async () => expect(await sessionsWaitingForALock(databaseUrl)).toBe(1));
      await a.kill();
      expect(await sent).toBe('lost');
      expect((await send(b, key)).status).toBe(409); // the database has not noticed
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    const answer = await eventually(async () => {
      const again = await send(b, key);
      expect(again.status).toBe(200);
      return again;
    });
    expect(answer.headers.has('idempotency-replayed')).toBe(false);
    expect(await countPlans()).toBe(before + 1);
    expect((await send(b, key)).body.id).toBe(answer.body.id);
  });
});

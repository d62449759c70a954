import type { Answer, ApiClient } from '../support/api-client.js';
import { planBody, PLANS } from '../support/builders/plan.js';
import { TEMPLATES } from '../support/builders/template.js';
import { freshDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { addManagers, clientOf, Fleet, type Member, type Person } from '../support/fleet.js';
import { REDIS_START_LIMIT_MS, RedisServer } from '../support/redis-server.js';

const IN_MEMORY = 'rate limits are counted in memory';
const IN_REDIS_AGAIN = 'rate limits are counted in Redis again';

/** Longest wait of a request for Redis. */
const ANSWER_LIMIT_MS = 100;

/** The same with time for a busy machine. */
const PROMPT_MS = 1_500;

function has({ log }: Member, message: string): boolean {
  return log.some(({ msg }) => msg === message);
}

const becomes = (member: Member, message: string) =>
  eventually(() => expect(has(member, message)).toBe(true), 20_000);

const remainingOf = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Answers, with the time that each took. */
async function timed(count: number, client: ApiClient): Promise<{ status: number; tookMs: number }[]> {
  const answers: { status: number; tookMs: number }[] = [];
  for (let number = 0; number < count; number++) {
    const askedAt = performance.now();
    const { status } = await client.get(TEMPLATES);
    answers.push({ status, tookMs: performance.now() - askedAt });
  }
  return answers;
}

describe('the rate limits of two processes with one Redis', () => {
  let redis: RedisServer;
  let databaseUrl: string;
  let fleet: Fleet;
  let people: Person[];
  let a: Member;
  let b: Member;

  beforeAll(async () => {
    redis = await RedisServer.start();
    databaseUrl = await freshDatabase('limits');
    people = await addManagers(databaseUrl, 4);
    fleet = await Fleet.gather(databaseUrl, {
      RATE_LIMIT: '10/1h',
      WRITE_LIMIT: '32KiB/1h',
      REDIS_URL: redis.url,
    });
    [a, b] = await Promise.all([fleet.start('api'), fleet.start('api')]);
  }, REDIS_START_LIMIT_MS);

  afterAll(async () => {
    redis.resume();
    await fleet.disband();
    await redis.stop();
  });

  /** Number of times that a process stopped counting in Redis. */
  const fallbacks = () => [a, b].flatMap(({ log }) => log).filter(({ msg }) => msg === IN_MEMORY).length;

  /** Waits until both count in Redis, which shows in what is left for a new caller. */
  const bothInRedis = (person: Person) =>
    eventually(async () => {
      await redis.flushAll();
      expect(remainingOf(await clientOf(a.baseUrl, person).get(TEMPLATES))).toBe(9);
      expect(remainingOf(await clientOf(b.baseUrl, person).get(TEMPLATES))).toBe(8);
      expect(remainingOf(await clientOf(a.baseUrl, person).get(TEMPLATES))).toBe(7);
    });

  it('are counted together', async () => {
    await bothInRedis(people[0]!);
    const other = people[1]!;
    let answers: Answer[];
    let before: number;
    do {
      before = fallbacks();
      const [person] = await addManagers(databaseUrl, 1);
      const clients = [clientOf(a.baseUrl, person!), clientOf(b.baseUrl, person!)];
      answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => clients[index % 2]!.get(TEMPLATES)),
      );
    } while (fallbacks() !== before); // a busy machine may wait for longer than a process waits for Redis
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    expect((await clientOf(b.baseUrl, other).get(TEMPLATES)).status).toBe(200);
  });

  it('are counted together in bytes', async () => {
    await bothInRedis(people[0]!);
    const [person] = await addManagers(databaseUrl, 1);
    const create = ({ baseUrl }: Member) =>
      clientOf(baseUrl, person!).post(PLANS, planBody({ description: { defaultValue: 'x'.repeat(9_000) } }));
    const left = ({ headers }: Answer) => Number(/"writes";r=(\d+)/.exec(headers.get('ratelimit')!)?.[1]);
    expect(left(await create(a))).toBe(32_768);
    const second = await create(b);
    expect([second.status, left(second)]).toEqual([200, expect.closeTo(32_768 - 21_300, -3)]);
    await eventually(async () => {
      const { status } = await create(a);
      expect(status).toBe(429);
    });
    expect((await create(b)).status).toBe(429);
  });

  it('are counted in each of them while Redis is frozen, without delay, and together again afterwards', async () => {
    await bothInRedis(people[0]!);
    const { userId, companyId } = people[2]!;
    const client = clientOf(a.baseUrl, people[2]!);
    redis.pause();
    try {
      const answers = await timed(12, client);
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429, 429]);
      expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(PROMPT_MS);
      const [median] = answers
        .map(({ tookMs }) => tookMs)
        .sort((one, other) => one - other)
        .slice(6);
      expect(median).toBeLessThan(ANSWER_LIMIT_MS); // only the first waits
      await becomes(a, IN_MEMORY);
      const refusal = { status: 429, errorCode: 'TOO_MANY_REQUESTS', userId, companyId };
      await eventually(() => expect(a.log).toContainEqual(expect.objectContaining(refusal)));
    } finally {
      redis.resume();
    }
    await becomes(a, IN_REDIS_AGAIN);
    await bothInRedis(people[0]!);
  });

  it('are counted in each of them while Redis is down, and together again afterwards', async () => {
    await bothInRedis(people[0]!);
    const person = people[3]!;
    const again = () => a.log.filter(({ msg }) => msg === IN_REDIS_AGAIN).length;
    const before = again();
    await redis.stop();
    for (const { baseUrl } of [a, b]) {
      const answers = await timed(12, clientOf(baseUrl, person));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429, 429]);
      expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(PROMPT_MS);
    }
    await redis.start();
    await eventually(() => expect(again()).toBe(before + 1), 20_000);
    await bothInRedis(people[0]!);
    expect((await clientOf(a.baseUrl, person).get(TEMPLATES)).status).toBe(200);
  });

  it('do not delay the end of a process while Redis is frozen', async () => {
    await bothInRedis(people[0]!);
    redis.pause();
    const { code, tookMs } = await b.stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(15_000);
    expect(b.log.at(-1)).toMatchObject({ msg: 'stopped' });
    expect(b.log.slice(-3).some(({ msg }) => msg === IN_MEMORY)).toBe(false);
  });
});

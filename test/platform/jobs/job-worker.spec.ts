import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { closeDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { JobFixture, OtherToyJob, ToyJob } from '../../support/job-fixture.js';
import { REDIS_START_LIMIT_MS, RedisServer, startRedis, type TestRedis } from '../../support/redis-server.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { JobOffers } from '../../../src/platform/jobs/job-offers.js';
import { JobWorker } from '../../../src/platform/jobs/job-worker.js';
import { SqlJobs } from '../../../src/platform/jobs/sql-jobs.js';
import type { JobPayload } from '../../../src/shared-kernel/jobs.js';

interface Held {
  readonly promise: Promise<void>;
  readonly release: () => void;
}

function hold(): Held {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
}

describe('a worker without Redis', () => {
  let worker: JobFixture;

  beforeEach(async () => {
    worker = await JobFixture.open({ isWorker: true });
  });
  afterEach(() => worker.close());

  /** Waits for the next look at the table, which ends when the returned function is called. */
  const holdLooks = async (): Promise<() => void> => {
    const table = worker.get(SqlJobs);
    const due = table.due.bind(table);
    const [begun, held] = [hold(), hold()];
    table.due = async () => {
      begun.release();
      await held.promise;
      return [];
    };
    await begun.promise;
    return () => {
      table.due = due;
      held.release();
    };
  };
  /** Jobs begin, and go on when {@link Held.release} is called. */
  const holdJobs = (): Held & { begun: () => number } => {
    const held = hold();
    let begun = 0;
    worker.get(ToyJob).during = () => {
      begun++;
      return held.promise;
    };
    return { ...held, begun: () => begun };
  };

  it('begins jobs of a company as they are added, two at a time', async () => {
    const release = await holdLooks();
    let [current, most, done] = [0, 0, 0];
    worker.get(ToyJob).during = async () => {
      most = Math.max(most, ++current);
      await eventually(() => expect(most).toBeGreaterThan(1)); // the first one waits for another one
      await sleep(100);
      current--;
      done++;
    };
    for (let count = 0; count < 6; count++) await worker.add();
    await eventually(() => expect(done).toBe(6)).finally(release);
    expect(most).toBe(2);
  });

  it('keeps 200 added jobs in memory at most, and finds the others in the table', async () => {
    const releaseLooks = await holdLooks();
    const jobs = holdJobs();
    const kept: string[] = [];
    for (let count = 0; count < 202; count++) kept.push(await worker.add());
    const others = [await worker.add(), await worker.add(), await worker.add()];
    jobs.release();
    const unfinished = (ids: string[]) =>
      worker.sql('SELECT attempts, last_error FROM job WHERE id = ANY ($1) AND finished_at IS NULL', [ids]);
    try {
      await eventually(async () => expect(await unfinished(kept)).toEqual([]));
      const last = await worker.add();
      await eventually(async () => expect(await unfinished([last])).toEqual([]));
      expect(await unfinished(others)).toEqual(Array(3).fill({ attempts: 0, last_error: null }));
    } finally {
      releaseLooks();
    }
    await eventually(async () => expect(await unfinished(others)).toEqual([]));
  });

  it('keeps a job that is added while the table is read', async () => {
    const releaseLook = await holdLooks();
    const jobs = holdJobs();
    for (let count = 0; count < 3; count++) await worker.add();
    await eventually(() => expect(jobs.begun()).toBe(2));
    releaseLook(); // it has found nothing
    const releaseNext = await holdLooks();
    jobs.release();
    await eventually(() => expect(jobs.begun()).toBe(3), 5_000).finally(releaseNext);
  });

  it('lets a job wait that a queue hands over while as many of its company as allowed are running', async () => {
    const release = await holdLooks();
    const jobs = holdJobs();
    try {
      await worker.add();
      await worker.add();
      await eventually(() => expect(jobs.begun()).toBe(2));
      const id = newId();
      await worker.sql(
        `INSERT INTO job (company_id, id, kind, payload, status, due_at) VALUES ($1, $2, 'toy', '{}', 'QUEUED', now())`,
        [worker.companyId, id],
      );
      await worker.get(JobWorker).take('toy', { companyId: worker.companyId, id }, {}); // its place is free again
      expect(await worker.row(id)).toMatchObject({ status: 'QUEUED', attempts: 0 });
      jobs.release();
      await eventually(async () => expect(await worker.row(id)).toMatchObject({ status: 'DONE' }));
    } finally {
      release();
    }
  });

  it('begins a job of another company while one has many', async () => {
    const jobs = holdJobs();
    const other = newId();
    for (let count = 0; count < 20; count++) await worker.add();
    await eventually(() => expect(jobs.begun()).toBe(2));
    const id = await worker.add({ companyId: other });
    await eventually(async () => expect(await worker.row(id)).toMatchObject({ status: 'RUNNING' }), 5_000);
    expect(jobs.begun()).toBe(3);
    jobs.release();
  });

  it('finds a job of another company among thousands of one', async () => {
    const other = newId();
    await worker.sql(
      `INSERT INTO job (company_id, id, kind, payload, status, due_at)
        SELECT $1, gen_random_uuid(), 'elsewhere', '{}', 'QUEUED', now() - interval '1 hour'
        FROM generate_series(1, 1500)`,
      [worker.companyId],
    );
    await worker.sql(
      `INSERT INTO job (company_id, id, kind, payload, status, due_at)
        VALUES ($1, 'last', 'elsewhere', '{}', 'QUEUED', now())`,
      [other],
    );
    const found = await worker.get(SqlJobs).due(['elsewhere'], 200);
    expect(found).toHaveLength(200);
    expect(found[1]).toMatchObject({ companyId: other, id: 'last' });
  });

  it('lets the handler of its kind carry out each job that it finds', async () => {
    const payloads: JobPayload[] = [];
    worker.get(ToyJob).during = (payload) => payloads.push(payload);
    await worker.sql(
      `INSERT INTO job (company_id, id, kind, payload, status, due_at)
        SELECT $1, gen_random_uuid(), kind, json_build_object('of', kind), 'QUEUED', now()
        FROM unnest('{toy,other-toy,toy,other-toy}'::text[]) AS kind`,
      [worker.companyId],
    );
    await eventually(() => {
      expect(payloads).toEqual(Array(2).fill({ of: 'toy' }));
      expect(worker.get(OtherToyJob).payloads).toEqual(Array(2).fill({ of: 'other-toy' }));
    });
  });

  it('leaves jobs in the table that have not begun when it stops', async () => {
    let begun = 0;
    worker.get(ToyJob).during = async (_, { signal }) => {
      begun++;
      await sleep(60_000, undefined, { signal });
    };
    for (let count = 0; count < 4; count++) await worker.add();
    await eventually(() => expect(begun).toBe(2));
    await worker.close();
    expect(begun).toBe(2);
    const left = { attempts: 0, lease_id: null, finished_at: null };
    expect(await worker.sql('SELECT * FROM job')).toMatchObject([left, left, left, left]);
  });

  it('logs once that it cannot read the table, and goes on when it can', async () => {
    const failures = () => worker.lines.filter(({ msg }) => msg === 'due jobs could not be read');
    for (const outages of [1, 2]) {
      const open = await closeDatabase(worker.databaseUrl);
      try {
        await eventually(() => expect(failures()).toHaveLength(outages));
        await sleep(2_500); // two rounds
        expect(failures()).toHaveLength(outages);
      } finally {
        await open();
      }
      const id = await eventually(() => worker.add());
      await eventually(async () => expect(await worker.row(id)).toMatchObject({ status: 'DONE' }));
      // A round that succeeds ends the outage.
      await sleep(1_500);
    }
    expect(failures()[0]).toMatchObject({ level: 'warn', err: expect.anything() });
  });

  it('removes finished jobs that are old, all of them', async () => {
    await worker.sql(`
      INSERT INTO job (company_id, id, kind, payload, status, due_at, finished_at)
      SELECT 'company', number, 'toy', '{}', 'DONE', now(), now() - interval '4 days'
        FROM generate_series(1, 1001) number`);
    await worker.sql(`UPDATE job_schedule SET due_at = now() WHERE kind = 'finished-jobs'`);
    await eventually(async () => expect(await worker.sql('SELECT FROM job')).toEqual([]));
  });
});

describe('jobs while Redis refuses them', () => {
  let redis: RedisServer;
  let fixture: JobFixture;

  beforeAll(async () => {
    redis = await RedisServer.start();
    fixture = await JobFixture.open({ environment: { REDIS_URL: redis.url } });
  }, REDIS_START_LIMIT_MS);
  afterAll(async () => {
    await fixture.close();
    await redis.stop();
  });

  it('are added all the same, and the condition is logged once, as is its end', async () => {
    const queue = fixture.get<Queue>(getQueueToken('toy'));
    const messages = () => fixture.lines.map(({ level, msg }) => [level, msg]);
    const refused = ['warn', 'job queues do not answer; jobs wait'];
    const back = ['info', 'job queues are back'];
    for (const expected of [[refused], [refused, back, refused]]) {
      await queue.client.config('SET', 'maxmemory', '1');
      const ids = [await fixture.add(), await fixture.add()];
      await eventually(() => expect(messages()).toEqual(expected));
      await sleep(200);
      expect(messages()).toEqual(expected);
      for (const id of ids) expect(await fixture.row(id)).toMatchObject({ status: 'QUEUED' });
      await queue.client.config('SET', 'maxmemory', '0');
      await fixture.add();
      await fixture.add();
      await eventually(() => expect(messages()).toEqual([...expected, back]));
    }
    expect(await queue.getWaitingCount()).toBe(4);
  });

  it('are offered by a thousand at most while it does not answer', async () => {
    const queue = fixture.get<Queue>(getQueueToken('toy'));
    const before = await queue.getWaitingCount();
    const offer = () =>
      fixture.get(JobOffers).offer({ kind: 'toy', companyId: fixture.companyId, id: newId(), attempts: 0 });
    redis.pause();
    for (let count = 0; count < 1_100; count++) offer();
    redis.resume();
    await eventually(async () => expect(await queue.getWaitingCount()).toBe(before + 1_000));
    offer();
    await eventually(async () => expect(await queue.getWaitingCount()).toBe(before + 1_001));
  });
});

describe('a worker with Redis', () => {
  let redis: TestRedis;
  let fixture: JobFixture;
  let begun: number[];

  beforeAll(async () => {
    redis = await startRedis();
    fixture = await JobFixture.open({ isWorker: true, environment: { REDIS_URL: redis.url } });
  }, REDIS_START_LIMIT_MS);
  afterAll(async () => {
    await fixture.close();
    await redis.stop();
  });
  beforeEach(() => {
    begun = [];
    fixture.get(ToyJob).during = () => begun.push(performance.now());
  });

  const queue = () => fixture.get<Queue>(getQueueToken('toy'));
  const unfinished = () => fixture.sql('SELECT FROM job WHERE finished_at IS NULL');

  it('gets jobs from Bull at once, and leaves none of them there', async () => {
    const active: string[] = [];
    queue().on('active', ({ id }) => active.push(String(id)));
    const table = fixture.get(SqlJobs);
    const due = table.due.bind(table);
    table.due = () => Promise.resolve([]);
    const ids = [await fixture.add(), await fixture.add(), await fixture.add()];
    await eventually(async () => expect(await unfinished()).toEqual([])).finally(() => (table.due = due));
    expect(begun).toHaveLength(3);
    for (const id of ids) expect(active).toContain(`${id}-0`);
    await eventually(async () =>
      expect(await queue().getJobCounts()).toMatchObject({ waiting: 0, active: 0, failed: 0 }),
    );
  });

  it('takes jobs from the table when Bull has not carried them out for 5 s', async () => {
    await queue().pause(true, true);
    try {
      const addedAt = performance.now();
      await fixture.add();
      await eventually(() => expect(begun).toHaveLength(1));
      expect(begun[0]! - addedAt).toBeGreaterThan(4_900);
      expect(begun[0]! - addedAt).toBeLessThan(30_000);
    } finally {
      await queue().resume(true);
    }
    await eventually(async () => expect(await queue().getWaitingCount()).toBe(0));
    expect(begun).toHaveLength(1);
  });

  it('logs an error of a queue once a minute', () => {
    for (let count = 0; count < 3; count++) queue().emit('error', new Error('out of order'));
    const lines = fixture.lines.filter(({ msg }) => msg === 'job queue fails');
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', kind: 'toy', err: expect.anything() })]);
  });

  it('offers a job that becomes due later', async () => {
    const active: string[] = [];
    queue().on('active', ({ id }) => active.push(String(id)));
    const added = await fixture.add({ dueAt: new Date(Date.now() + 300) });
    await eventually(async () => expect(await unfinished()).toEqual([]));
    expect(active).toContain(`${added}-0`);
    expect(begun).toHaveLength(1);
    expect(await fixture.row(added)).toMatchObject({ status: 'DONE', attempts: 1 });
  });
});

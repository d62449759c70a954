import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { eventually } from '../../support/eventually.js';
import { JobFixture, ToyJob } from '../../support/job-fixture.js';
import { REDIS_START_LIMIT_MS, startRedis, type TestRedis } from '../../support/redis-server.js';

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
    const ids = [await fixture.add(), await fixture.add(), await fixture.add()];
    await eventually(async () => expect(await unfinished()).toEqual([]));
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

import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { EXPORT_QUEUE } from '../../../src/action-plans/exports/application/export-queue.js';
import { eventually } from '../../support/eventually.js';
import { ExportFixture } from '../../support/exports.js';
import { REDIS_START_LIMIT_MS, startRedis, type TestRedis } from '../../support/redis-server.js';

const { jest } = import.meta;
/** How much faster the clock of the worker runs, which waits for 30 s. */
const SPEED = 4;

describe('a worker whose consumer has stopped asking Redis for jobs', () => {
  let redis: TestRedis;
  let fixture: ExportFixture;

  beforeAll(async () => {
    redis = await startRedis();
    fixture = await ExportFixture.open({ settings: { REDIS_URL: redis.url } });
  }, REDIS_START_LIMIT_MS);
  afterAll(async () => {
    jest.restoreAllMocks();
    await fixture.close();
    await redis.stop();
  });

  it('takes exports from the database after a while, and jobs again when they come', async () => {
    const owner = await fixture.caller();
    await fixture.deliver(owner, await fixture.plan(owner));

    const queue = fixture.app.app.get<Queue>(getQueueToken(EXPORT_QUEUE));
    await queue.pause(true, true);
    const clock = performance.now.bind(performance);
    const begun = clock();
    jest.spyOn(performance, 'now').mockImplementation(() => begun + SPEED * (clock() - begun));
    const location = await fixture.request(owner, await fixture.plan(owner));
    await eventually(async () => expect(await queue.getWaitingCount()).toBeGreaterThan(0), SPEED * 5_000);
    expect((await owner.get(location)).body.status).toBe('QUEUED');
    await eventually(
      async () => expect((await owner.get(location)).body.status).toBe('SENT'),
      SPEED * 20_000,
    );
    expect(await fixture.mailsTo(owner)).toHaveLength(2);
    expect(clock() - begun).toBeGreaterThan(30_000 / SPEED);

    await queue.resume(true);
    await fixture.deliver(owner, await fixture.plan(owner));
    await eventually(async () => expect(await queue.getWaitingCount()).toBe(0));
    expect(await fixture.mailsTo(owner)).toHaveLength(3);
  }, 60_000);
});

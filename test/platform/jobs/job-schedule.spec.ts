import { Registry } from 'prom-client';
import { JobSchedule } from '../../../src/platform/jobs/job-schedule.js';
import { eventually } from '../../support/eventually.js';
import { JobFixture, RareSchedule, ToySchedule } from '../../support/job-fixture.js';

describe('periodic work', () => {
  let workers: JobFixture[];

  beforeEach(async () => {
    const first = await JobFixture.open({ isWorker: true });
    workers = [first, await JobFixture.open({ isWorker: true, databaseUrl: first.databaseUrl })];
  });
  afterEach(() => Promise.all(workers.map((worker) => worker.close())));

  /** Of the rounds of all processes, by their metrics: how many, or the sum of their seconds. */
  const roundsOf = async (kind: string, result: string, of: 'count' | 'sum' = 'count'): Promise<number> => {
    const name = 'wes_job_attempt_duration_seconds';
    let total = 0;
    for (const worker of workers) {
      const text = await worker.get(Registry).getSingleMetricAsString(name);
      const value = new RegExp(`^${name}_${of}{kind="${kind}",result="${result}"} (\\S+)$`, 'm').exec(text);
      total += Number(value?.[1]);
    }
    return total;
  };

  it('is done when it is due, each round by one process', async () => {
    const begunAt = performance.now();
    const [first] = workers;
    const rounds = () => workers.reduce((sum, worker) => sum + worker.get(RareSchedule).rounds, 0);
    await eventually(() => expect(rounds()).toBe(1));
    for (let round = 2; round <= 5; round++) {
      await first!.sql(`UPDATE job_schedule SET due_at = now() WHERE kind = 'rare-schedule'`);
      await Promise.all(workers.map((worker) => worker.get(JobSchedule).begin()));
      await eventually(() => expect(rounds()).toBe(round));
    }
    await eventually(async () => expect(await roundsOf('rare-schedule', 'done')).toBe(5));
    const seconds = await roundsOf('rare-schedule', 'done', 'sum');
    expect(seconds * 1_000).toBeLessThan(performance.now() - begunAt);
  });

  it('is logged when it fails for the first time, and goes on', async () => {
    let rounds = 0;
    for (const worker of workers) {
      worker.get(ToySchedule).during = () => {
        rounds++;
        throw new Error('out of order');
      };
    }
    await eventually(() => expect(rounds).toBeGreaterThan(3), 15_000);
    const failures = workers.map(({ lines }) => lines.filter(({ msg }) => msg === 'periodic job fails'));
    for (const lines of failures) expect(lines.length).toBeLessThanOrEqual(1);
    const logged = failures.flat();
    expect(logged).not.toEqual([]);
    for (const line of logged) {
      expect(line).toMatchObject({ level: 'warn', kind: 'toy-schedule', err: { message: 'out of order' } });
    }
    expect(await roundsOf('toy-schedule', 'failed')).toBeGreaterThan(2);
    expect(await roundsOf('rare-schedule', 'failed')).toBe(0);
    await eventually(async () => expect(await roundsOf('rare-schedule', 'done')).toBe(1));
  });

  it('goes on in another process while one takes long, which waits for its round when it stops', async () => {
    const rounds = [0, 0];
    let busy: number | undefined;
    let isAborted = false;
    for (const [index, worker] of workers.entries()) {
      worker.get(ToySchedule).during = async (signal) => {
        rounds[index]!++;
        if (busy !== undefined) return;
        busy = index;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        isAborted = true;
        throw signal.reason;
      };
    }
    await eventually(() => expect(Math.max(...rounds)).toBeGreaterThan(2));
    expect(rounds[busy!]).toBe(1);
    const [stopped] = workers.splice(busy!, 1);
    await stopped!.close();
    expect(isAborted).toBe(true);
    expect(stopped!.lines.filter(({ msg }) => msg === 'periodic job fails')).toEqual([]);
    const other = 1 - busy!;
    const before = rounds[other]!;
    await eventually(() => expect(rounds[other]).toBeGreaterThan(before));
  });
});

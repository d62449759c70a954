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

  it('is done when it is due, each round by one process', async () => {
    const [first] = workers;
    const rounds = () => workers.reduce((sum, worker) => sum + worker.get(RareSchedule).rounds, 0);
    await eventually(() => expect(rounds()).toBe(1));
    for (let round = 2; round <= 5; round++) {
      await first!.sql(`UPDATE job_schedule SET due_at = now() WHERE kind = 'rare-schedule'`);
      await Promise.all(workers.map((worker) => worker.get(JobSchedule).begin()));
      await eventually(() => expect(rounds()).toBe(round));
    }
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
    for (const { lines } of workers) {
      const failures = lines.filter(
        ({ msg, kind }) => msg === 'periodic job fails' && kind === 'toy-schedule',
      );
      expect(failures.length).toBeLessThanOrEqual(1);
    }
    expect(
      workers.flatMap(({ lines }) => lines.filter(({ msg }) => msg === 'periodic job fails')),
    ).not.toEqual([]);
  });

  it('is aborted when the process stops, which waits for it, and goes on in another one', async () => {
    let taken = 0;
    let isAborted = false;
    const begun = new Set<number>();
    for (const [index, worker] of workers.entries()) {
      worker.get(ToySchedule).during = async (signal) => {
        begun.add(index);
        taken++;
        if (taken > 1) return;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        isAborted = true;
      };
    }
    await eventually(() => expect(begun.size).not.toBe(0), 10_000);
    const [first] = begun;
    await workers.splice(first!, 1)[0]!.close();
    expect(isAborted).toBe(true);
    await eventually(() => expect(begun.size).toBe(2), 10_000);
  });
});

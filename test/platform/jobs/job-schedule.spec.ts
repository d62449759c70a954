import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually.js';
import { JobFixture, ToySchedule } from '../../support/job-fixture.js';

describe('periodic work', () => {
  let workers: JobFixture[];

  beforeEach(async () => {
    const first = await JobFixture.open({ isWorker: true });
    workers = [first, await JobFixture.open({ isWorker: true, databaseUrl: first.databaseUrl })];
  });
  afterEach(() => Promise.all(workers.map((worker) => worker.close())));

  it('is done again and again, by one process at a time', async () => {
    let [current, most, rounds] = [0, 0, 0];
    for (const worker of workers) {
      worker.get(ToySchedule).during = async () => {
        most = Math.max(most, ++current);
        await sleep(700);
        current--;
        rounds++;
      };
    }
    await eventually(() => expect(rounds).toBeGreaterThan(2), 15_000);
    expect(most).toBe(1);
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

  it('is aborted when the process stops, which waits for it, and taken over by another one', async () => {
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
    await eventually(() => expect(begun.size).toBe(1), 10_000);
    const [first] = begun;
    await workers.splice(first!, 1)[0]!.close();
    expect(isAborted).toBe(true);
    await eventually(() => expect(begun.size).toBe(2), 10_000);
  });
});

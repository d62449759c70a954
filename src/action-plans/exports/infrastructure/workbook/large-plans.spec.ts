import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { largeWorkbookPlan } from '../../../../../test/support/builders/workbook-plan.js';
import { ENGLISH, WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';

const LARGE_TEST_MS = 120_000;

let fixture: WorkbookFixture;

beforeAll(async () => {
  fixture = await WorkbookFixture.open();
});

afterAll(() => fixture.close());

/** The 99th percentile of the delay of the event loop meanwhile, in milliseconds. */
async function p99During(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

async function burnTime(): Promise<void> {
  await once(new Worker('const end = Date.now() + 1_500; while (Date.now() < end);', { eval: true }), 'exit');
}

describe('large plans', () => {
  it(
    'may have 2,000 actions',
    async () => {
      const sheets = await fixture.read(largeWorkbookPlan(2_000, 1));
      expect(sheets).toHaveLength(2_001);
      expect(sheets[0].table('No.')).toHaveLength(2_000);
      expect(sheets[2_000]!.cellBeside('Title', { right: 1 }).value).toBe('Action 2000 of many');
    },
    LARGE_TEST_MS,
  );

  it(
    'leave the event loop to the requests while their workbooks are made',
    async () => {
      const plan = largeWorkbookPlan(1_000, 20);
      const exported = (): Promise<number> =>
        p99During(() => fixture.writer.write(plan, ENGLISH, fixture.newPath()));
      // A busy machine delays every event loop: compare with a thread that only burns time.
      const reference = await p99During(burnTime);
      const best = Math.min(await exported(), await exported(), await exported());
      expect(best).toBeLessThanOrEqual(Math.max(20, 2 * reference));
    },
    LARGE_TEST_MS,
  );
});

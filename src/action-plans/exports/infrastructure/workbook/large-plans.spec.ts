import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { largeWorkbookPlan } from '../../../../../test/support/builders/workbook-plan.js';
import { ENGLISH, WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import { readWorkbook } from '../../../../../test/support/workbook-reader.js';

const LARGE_TEST_MS = 120_000;

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

it(
  'a plan of the largest size becomes a workbook, and the event loop is left to the requests meanwhile',
  async () => {
    const fixture = await WorkbookFixture.open();
    const path = fixture.newPath();
    const plan = largeWorkbookPlan(1_000, 5);
    const exported = (): Promise<number> =>
      p99During(async () => {
        await writeFile(path, await fixture.writer.write(plan, ENGLISH));
      });
    // A busy machine delays every event loop: compare with a thread that only burns time.
    const reference = await p99During(burnTime);
    const best = Math.min(await exported(), await exported(), await exported());
    expect(best).toBeLessThanOrEqual(Math.max(20, 2 * reference));
    const [summary, ...sheets] = await readWorkbook(path);
    expect(summary!.table('No.')).toHaveLength(1_000);
    expect(sheets.at(-1)!.sheet.getCell('B1').value).toBe('Action 1000 of many');
    await fixture.close();
  },
  LARGE_TEST_MS,
);

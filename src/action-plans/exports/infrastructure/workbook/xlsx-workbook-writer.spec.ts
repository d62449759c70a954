import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { largeWorkbookPlan, workbookPlan } from '../../../../../test/support/builders/workbook-plan.js';
import { ENGLISH, WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import { readWorkbook, type SheetReading } from '../../../../../test/support/workbook-reader.js';
import { XlsxWorkbookWriter } from './xlsx-workbook-writer.js';

const LARGE_TEST_MS = 120_000;
/** Shorter than the thread takes for {@link LARGE}. */
const UNDER_WAY_MS = 50;
const LARGE = largeWorkbookPlan(500, 20);

describe('XlsxWorkbookWriter', () => {
  let fixture: WorkbookFixture;

  beforeAll(async () => {
    fixture = await WorkbookFixture.open();
  });
  afterAll(() => fixture.close());

  async function sheetsOf(file: Uint8Array): Promise<SheetReading[]> {
    const path = fixture.newPath();
    await writeFile(path, file);
    return readWorkbook(path);
  }

  async function expectWritten(writer: XlsxWorkbookWriter): Promise<void> {
    expect(await sheetsOf(await writer.write(workbookPlan(), ENGLISH))).toHaveLength(1);
  }

  it('writes workbooks that are asked for at the same time', async () => {
    const titles = ['one', 'two', 'three', 'four', 'five'];
    const plans = titles.map((title) => workbookPlan({ title: { defaultValue: title } }));
    const files = await Promise.all(plans.map((plan) => fixture.writer.write(plan, ENGLISH)));
    const sheets = await Promise.all(files.map(sheetsOf));
    expect(sheets.map(([summary]) => summary!.sheet.getCell('A1').text)).toEqual(titles);
  });

  it('reports what failed, and writes the next workbook', async () => {
    const broken = workbookPlan({ title: null as never });
    await expect(fixture.writer.write(broken, ENGLISH)).rejects.toMatchObject({ name: 'TypeError' });
    await expectWritten(fixture.writer);
  });

  it(
    'fails for a plan that is too large for the memory of the thread, and writes the one behind it',
    async () => {
      const small = new XlsxWorkbookWriter({ memoryMb: 24 });
      const failed = small.write(LARGE, ENGLISH);
      const next = expectWritten(small);
      await expect(failed).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
      await next;
      await small.onModuleDestroy();
    },
    LARGE_TEST_MS,
  );

  it('fails for a workbook that takes too long', async () => {
    const hasty = new XlsxWorkbookWriter({ limitMs: UNDER_WAY_MS });
    await expect(hasty.write(LARGE, ENGLISH)).rejects.toMatchObject({ name: 'TimeoutError' });
    await hasty.onModuleDestroy();
  });

  it('fails when the code of the thread cannot be loaded, until it can', async () => {
    const file = join(fixture.folder, 'late.worker.mjs');
    const writer = new XlsxWorkbookWriter({ file: pathToFileURL(file) });
    const failed = writer.write(workbookPlan(), ENGLISH);
    await expect(failed).rejects.toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
    await writeFile(file, 'export default () => new Uint8Array([1, 2, 3]);');
    expect(await writer.write(workbookPlan(), ENGLISH)).toHaveLength(3);
    await writer.onModuleDestroy();
  });

  it('gives up a workbook that is cancelled, and writes the one behind it', async () => {
    const cancel = new AbortController();
    const cancelled = fixture.writer.write(LARGE, ENGLISH, cancel.signal);
    const next = expectWritten(fixture.writer);
    const reason = new Error('The lease is lost.');
    setTimeout(() => cancel.abort(reason), UNDER_WAY_MS);
    await expect(cancelled).rejects.toBe(reason);
    await next;
  });

  it('writes nothing when it is cancelled before its turn', async () => {
    const reason = new Error('The export is given back.');
    const cancelled = fixture.writer.write(workbookPlan(), ENGLISH, AbortSignal.abort(reason));
    await expect(cancelled).rejects.toBe(reason);
  });

  it('does not give up a workbook because another one is cancelled that is finished', async () => {
    const cancel = new AbortController();
    await fixture.writer.write(workbookPlan(), ENGLISH, cancel.signal);
    const next = fixture.writer.write(LARGE, ENGLISH);
    setTimeout(() => cancel.abort(), UNDER_WAY_MS);
    await expect(next).resolves.toBeInstanceOf(Uint8Array);
  });

  it('ends the thread when there is nothing to do, not while it writes, and starts it again', async () => {
    const idle = new XlsxWorkbookWriter({ idleMs: 20 });
    await idle.write(LARGE, ENGLISH);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expectWritten(idle);
    await idle.onModuleDestroy();
  });

  it('writes no more workbooks once the service is shutting down', async () => {
    const closed = new XlsxWorkbookWriter();
    const begun = closed.write(LARGE, ENGLISH);
    const waiting = closed.write(workbookPlan(), ENGLISH);
    const both = Promise.allSettled([begun, waiting]);
    await closed.onModuleDestroy();
    const failed = { reason: expect.objectContaining({ message: expect.stringContaining('shutting down') }) };
    expect(await both).toMatchObject([failed, failed]);
  });
});

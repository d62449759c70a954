import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { largeWorkbookPlan, workbookPlan } from '../../../../../test/support/builders/workbook-plan.js';
import { ENGLISH, WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import { readWorkbook } from '../../../../../test/support/workbook-reader.js';
import type { ReaderLocale } from '../../application/export.ports.js';
import { XlsxWorkbookWriter } from './xlsx-workbook-writer.js';

const LARGE_TEST_MS = 120_000;

let fixture: WorkbookFixture;

beforeAll(async () => {
  fixture = await WorkbookFixture.open();
});

afterAll(() => fixture.close());

/** A locale that calls back once the thread has got it. */
function handedOver(callback: () => void): ReaderLocale {
  return {
    timeZone: 'UTC',
    get language() {
      setImmediate(callback);
      return 'en';
    },
  };
}

describe('the worker thread', () => {
  it('writes what is asked for at the same time one after the other', async () => {
    const paths = Array.from({ length: 5 }, () => fixture.newPath());
    const plans = paths.map((title) => workbookPlan({ title: { defaultValue: title } }));
    await Promise.all(paths.map((path, index) => fixture.writer.write(plans[index]!, ENGLISH, path)));
    for (const path of paths) expect((await readWorkbook(path))[0]!.sheet.getCell('A1').text).toBe(path);
  });

  it('reports what failed, leaves no file and writes the next workbook', async () => {
    const nowhere = join(fixture.folder, 'nowhere', 'plan.xlsx');
    await expect(fixture.writer.write(workbookPlan(), ENGLISH, nowhere)).rejects.toThrow('ENOENT');
    const next = fixture.newPath();
    await fixture.writer.write(workbookPlan(), ENGLISH, next);
    expect(await readWorkbook(next)).toHaveLength(1);
  });

  it(
    'crashes alone when a plan is too large for its memory',
    async () => {
      const small = new XlsxWorkbookWriter({ memoryMb: 24 });
      const path = join(fixture.folder, 'too-large.xlsx');
      await expect(small.write(largeWorkbookPlan(500, 100), ENGLISH, path)).rejects.toMatchObject({
        code: 'ERR_WORKER_OUT_OF_MEMORY',
      });
      expect(await readdir(fixture.folder)).not.toContain('too-large.xlsx');
      await small.write(workbookPlan(), ENGLISH, path);
      expect(await readWorkbook(path)).toHaveLength(1);
      await small.onModuleDestroy();
    },
    LARGE_TEST_MS,
  );

  it('is ended when a workbook takes too long', async () => {
    const hasty = new XlsxWorkbookWriter({ limitMs: 1 });
    await expect(hasty.write(largeWorkbookPlan(100, 20), ENGLISH, fixture.newPath())).rejects.toThrow(
      'has ended',
    );
    await hasty.onModuleDestroy();
  });

  it('is ended when a workbook is cancelled, and starts again', async () => {
    const path = fixture.newPath();
    const cancel = new AbortController();
    const locale = handedOver(() => cancel.abort());
    const cancelled = fixture.writer.write(largeWorkbookPlan(100, 20), locale, path, cancel.signal);
    await expect(cancelled).rejects.toThrow('has ended');
    expect(await readdir(fixture.folder)).not.toContain(basename(path));
    const next = fixture.newPath();
    await fixture.writer.write(workbookPlan(), ENGLISH, next);
    expect(await readWorkbook(next)).toHaveLength(1);
  });

  it('writes nothing when it is cancelled before its turn', async () => {
    const path = fixture.newPath();
    const reason = new Error('The export is given back.');
    const cancelled = fixture.writer.write(workbookPlan(), ENGLISH, path, AbortSignal.abort(reason));
    await expect(cancelled).rejects.toBe(reason);
    expect(await readdir(fixture.folder)).not.toContain(basename(path));
  });

  it('is not ended when a workbook is cancelled that is finished already', async () => {
    const cancel = new AbortController();
    await fixture.writer.write(workbookPlan(), ENGLISH, fixture.newPath(), cancel.signal);
    const path = fixture.newPath();
    const locale = handedOver(() => cancel.abort());
    await fixture.writer.write(largeWorkbookPlan(100, 20), locale, path);
    expect(await readWorkbook(path)).toHaveLength(101);
  });

  it('is not ended for being idle while it writes', async () => {
    const idle = new XlsxWorkbookWriter({ idleMs: 20 });
    await idle.write(workbookPlan(), ENGLISH, fixture.newPath());
    const path = fixture.newPath();
    await idle.write(largeWorkbookPlan(100, 20), ENGLISH, path);
    expect(await readWorkbook(path)).toHaveLength(101);
    await idle.onModuleDestroy();
  });

  it('ends when there is nothing to do, and starts again', async () => {
    const idle = new XlsxWorkbookWriter({ idleMs: 0 });
    for (const path of [fixture.newPath(), fixture.newPath()]) {
      await idle.write(workbookPlan(), ENGLISH, path);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await readWorkbook(path)).toHaveLength(1);
    }
    await idle.onModuleDestroy();
  });

  it('writes no more workbooks once the service is shutting down', async () => {
    const closed = new XlsxWorkbookWriter();
    await closed.onModuleDestroy();
    await expect(closed.write(workbookPlan(), ENGLISH, fixture.newPath())).rejects.toThrow('shutting down');
  });
});

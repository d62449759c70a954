import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { largeWorkbookPlan, workbookPlan } from '../../../../../test/support/builders/workbook-plan.js';
import { ENGLISH, WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import { readWorkbook } from '../../../../../test/support/workbook-reader.js';
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

  async function expectWritten(writer: XlsxWorkbookWriter): Promise<void> {
    const path = fixture.newPath();
    await writer.write(workbookPlan(), ENGLISH, path);
    expect(await readWorkbook(path)).toHaveLength(1);
  }

  async function expectFailed(written: Promise<void>, path: string, error: object): Promise<void> {
    await expect(written).rejects.toMatchObject(error);
    expect(await readdir(fixture.folder)).not.toContain(basename(path));
  }

  it('writes workbooks that are asked for at the same time', async () => {
    const paths = Array.from({ length: 5 }, () => fixture.newPath());
    const plans = paths.map((title) => workbookPlan({ title: { defaultValue: title } }));
    await Promise.all(paths.map((path, index) => fixture.writer.write(plans[index]!, ENGLISH, path)));
    for (const path of paths) expect((await readWorkbook(path))[0]!.sheet.getCell('A1').text).toBe(path);
  });

  it('writes files that only their owner may read', async () => {
    const path = fixture.newPath();
    await fixture.writer.write(workbookPlan(), ENGLISH, path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('reports what failed, and writes the next workbook', async () => {
    const broken = workbookPlan({ title: null as never });
    const path = fixture.newPath();
    await expectFailed(fixture.writer.write(broken, ENGLISH, path), path, { name: 'TypeError' });
    await expectWritten(fixture.writer);
  });

  it(
    'fails for a plan that is too large for the memory of the thread, and writes the one behind it',
    async () => {
      const small = new XlsxWorkbookWriter({ memoryMb: 24 });
      const path = fixture.newPath();
      const failed = small.write(LARGE, ENGLISH, path);
      const next = expectWritten(small);
      await expectFailed(failed, path, { code: 'ERR_WORKER_OUT_OF_MEMORY' });
      await next;
      await small.onModuleDestroy();
    },
    LARGE_TEST_MS,
  );

  it('fails for a workbook that takes too long', async () => {
    const hasty = new XlsxWorkbookWriter({ limitMs: UNDER_WAY_MS });
    const path = fixture.newPath();
    await expectFailed(hasty.write(LARGE, ENGLISH, path), path, { name: 'TimeoutError' });
    await hasty.onModuleDestroy();
  });

  it('fails when the code of the thread cannot be loaded, until it can', async () => {
    const file = join(fixture.folder, 'late.worker.mjs');
    const writer = new XlsxWorkbookWriter({ file: pathToFileURL(file) });
    const path = fixture.newPath();
    await expectFailed(writer.write(workbookPlan(), ENGLISH, path), path, { code: 'ERR_MODULE_NOT_FOUND' });
    await writeFile(file, 'export default () => new Uint8Array([1, 2, 3]);');
    await writer.write(workbookPlan(), ENGLISH, path);
    expect((await stat(path)).size).toBe(3);
    await writer.onModuleDestroy();
  });

  it('gives up a workbook that is cancelled, and writes the one behind it', async () => {
    const path = fixture.newPath();
    const cancel = new AbortController();
    const cancelled = fixture.writer.write(LARGE, ENGLISH, path, cancel.signal);
    const next = expectWritten(fixture.writer);
    const reason = new Error('The lease is lost.');
    setTimeout(() => cancel.abort(reason), UNDER_WAY_MS);
    await expectFailed(cancelled, path, reason);
    await next;
  });

  it('writes nothing when it is cancelled before its turn', async () => {
    const path = fixture.newPath();
    const reason = new Error('The export is given back.');
    const cancelled = fixture.writer.write(workbookPlan(), ENGLISH, path, AbortSignal.abort(reason));
    await expectFailed(cancelled, path, reason);
  });

  it('does not give up a workbook because another one is cancelled that is finished', async () => {
    const cancel = new AbortController();
    await fixture.writer.write(workbookPlan(), ENGLISH, fixture.newPath(), cancel.signal);
    const next = fixture.writer.write(LARGE, ENGLISH, fixture.newPath());
    setTimeout(() => cancel.abort(), UNDER_WAY_MS);
    await expect(next).resolves.toBeUndefined();
  });

  it('ends the thread when there is nothing to do, not while it writes, and starts it again', async () => {
    const idle = new XlsxWorkbookWriter({ idleMs: 20 });
    await idle.write(LARGE, ENGLISH, fixture.newPath());
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expectWritten(idle);
    await idle.onModuleDestroy();
  });

  it('writes no more workbooks once the service is shutting down', async () => {
    const closed = new XlsxWorkbookWriter();
    const begun = closed.write(LARGE, ENGLISH, fixture.newPath());
    const waiting = closed.write(workbookPlan(), ENGLISH, fixture.newPath());
    const both = Promise.allSettled([begun, waiting]);
    await closed.onModuleDestroy();
    const failed = { reason: expect.objectContaining({ message: expect.stringContaining('shutting down') }) };
    expect(await both).toMatchObject([failed, failed]);
  });
});

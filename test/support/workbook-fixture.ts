import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkbookPlan } from '../../src/action-plans/index.js';
import type { ReaderLocale } from '../../src/action-plans/exports/application/export.ports.js';
import writeWorkbook from '../../src/action-plans/exports/infrastructure/workbook/plan-workbook.worker.js';
import { XlsxWorkbookWriter } from '../../src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js';
import { readWorkbook, type SheetReading } from './workbook-reader.js';

/** A reader of English in UTC. */
export const ENGLISH: ReaderLocale = { language: 'en', timeZone: 'UTC' };

/** A writer and a folder for what it writes. */
export class WorkbookFixture {
  readonly writer = new XlsxWorkbookWriter();
  private sequence = 0;

  private constructor(readonly folder: string) {}

  static async open(): Promise<WorkbookFixture> {
    return new WorkbookFixture(await mkdtemp(join(tmpdir(), 'wes-workbook-')));
  }

  async close(): Promise<void> {
    await this.writer.onModuleDestroy();
    await rm(this.folder, { recursive: true, force: true });
  }

  newPath(): string {
    return join(this.folder, `${++this.sequence}.xlsx`);
  }

  /** Writes the workbook of a plan, without the thread of the service. @returns its path */
  async write(plan: WorkbookPlan, locale: Partial<ReaderLocale> = {}): Promise<string> {
    const path = this.newPath();
    await writeFile(path, writeWorkbook({ plan, locale: { ...ENGLISH, ...locale } }));
    return path;
  }

  /** The sheets of a plan's workbook, the summary first. */
  async read(
    plan: WorkbookPlan,
    locale: Partial<ReaderLocale> = {},
  ): Promise<[SheetReading, ...SheetReading[]]> {
    const [summary, ...sheets] = await readWorkbook(await this.write(plan, locale));
    return [summary!, ...sheets];
  }
}

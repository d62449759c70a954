import { writeFile } from 'node:fs/promises';
import type { WorkbookPlan } from '../../src/action-plans/index.js';
import type { ExportOutcome } from '../../src/action-plans/exports/application/export-outcome.js';
import {
  ExportLog,
  ExportMail,
  ExportQueue,
  WorkbookWriter,
  type ReaderLocale,
  type ReadyExport,
} from '../../src/action-plans/exports/application/export.ports.js';
import type { ExportKey } from '../../src/action-plans/exports/domain/plan-export.js';

/** Writes a file at once, without the thread that writes workbooks. */
export class QuickWriter extends WorkbookWriter {
  static readonly CONTENT = 'workbook';
  readonly written: { plan: WorkbookPlan; locale: ReaderLocale }[] = [];
  /** Runs after the file is written, before the writer has finished. */
  during: (signal?: AbortSignal) => Promise<void> | void = () => undefined;

  async write(plan: WorkbookPlan, locale: ReaderLocale, path: string, signal?: AbortSignal): Promise<void> {
    this.written.push({ plan, locale });
    await writeFile(path, QuickWriter.CONTENT);
    await this.during(signal);
  }
}

/** Accepts mails and keeps them. */
export class KeptMail extends ExportMail {
  readonly mails: ReadyExport[] = [];
  /** Runs before a mail is accepted. */
  during: () => Promise<void> | void = () => undefined;

  async send(ready: ReadyExport): Promise<void> {
    await this.during();
    this.mails.push(ready);
  }
}

/** Keeps what is reported of attempts. */
export class KeptLog extends ExportLog {
  readonly attempts: { key: ExportKey; outcome: ExportOutcome; durationMs: number }[] = [];

  attempted(key: ExportKey, outcome: ExportOutcome, durationMs: number): void {
    this.attempts.push({ key, outcome, durationMs });
  }
}

/** Keeps the offers of exports. */
export class KeptOffers extends ExportQueue {
  readonly offers: (readonly ExportKey[])[] = [];

  offer(keys: readonly ExportKey[]): void {
    this.offers.push(keys);
  }
}

import type { WorkbookPlan } from '../../src/action-plans/index.js';
import {
  ExportMail,
  WorkbookWriter,
  type ReaderLocale,
  type ReadyExport,
} from '../../src/action-plans/exports/application/export.ports.js';

/** Makes a file at once, without the thread that writes workbooks. */
export class QuickWriter extends WorkbookWriter {
  static readonly CONTENT = 'workbook';
  readonly written: { plan: WorkbookPlan; locale: ReaderLocale }[] = [];
  /** Runs before the writer has finished. */
  during: (signal?: AbortSignal) => Promise<void> | void = () => undefined;

  async write(plan: WorkbookPlan, locale: ReaderLocale, signal?: AbortSignal): Promise<Uint8Array> {
    this.written.push({ plan, locale });
    await this.during(signal);
    return Buffer.from(QuickWriter.CONTENT);
  }
}

/** Accepts mails and keeps them. */
export class KeptMail extends ExportMail {
  readonly linkTtlMs = 86_400_000;
  readonly mails: ReadyExport[] = [];
  /** Runs before a mail is accepted. */
  during: () => Promise<void> | void = () => undefined;

  async send(ready: ReadyExport): Promise<void> {
    await this.during();
    this.mails.push(ready);
  }
}

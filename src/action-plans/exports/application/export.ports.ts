import type { MultiLanguage } from '../../../shared-kernel/multi-language.js';
import type { WorkbookPlan } from '../../index.js';

/** Language and time zone of a reader. */
export interface ReaderLocale {
  /** BCP 47 tag. Texts fall back to the base language, then to their default, labels to English. */
  readonly language: string;
  /** IANA time zone of the reader's company. */
  readonly timeZone: string;
}

/** Writes a plan as a spreadsheet. */
export abstract class WorkbookWriter {
  /**
   * Makes the file of a workbook, without blocking the event loop.
   * @param signal - cancels the work
   */
  abstract write(plan: WorkbookPlan, locale: ReaderLocale, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A stored workbook and the token of its link. */
export interface ReadyExport extends ReaderLocale {
  readonly exportId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly planTitle: MultiLanguage;
  /** Of the link. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Sends links of this deployment to the readers of workbooks. */
export abstract class ExportMail {
  /** Lifetime of links, in milliseconds. */
  abstract readonly linkTtlMs: number;

  /**
   * Resolves when the mail server has accepted the mail. All mails of one export have the same `Message-ID`.
   * @throws when it has not, or when that is unknown
   */
  abstract send(ready: ReadyExport): Promise<void>;
}

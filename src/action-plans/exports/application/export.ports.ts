import type { Readable } from 'node:stream';
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
   * Writes the workbook to a new local file, without blocking the event loop.
   * @param signal - cancels the work; then there is no file
   */
  abstract write(plan: WorkbookPlan, locale: ReaderLocale, path: string, signal?: AbortSignal): Promise<void>;
}

/** Both ends inclusive, in bytes. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** Stores finished workbooks. */
export abstract class ExportFiles {
  /**
   * Stores a workbook and replaces an earlier one of the same key. Readers get the old or the new one, never a mix.
   * @param write - writes the workbook to the given local path
   */
  abstract keep(key: string, write: (path: string) => Promise<void>): Promise<void>;

  /** Size in bytes; undefined when there is no such file. */
  abstract sizeOf(key: string): Promise<number | undefined>;

  /** A file or a part of it; undefined when there is no such file. */
  abstract open(key: string, part?: FilePart): Promise<Readable | undefined>;

  /** Removes a file. Resolves too when there is no such file. */
  abstract remove(key: string): Promise<void>;
}

/** A stored workbook with its link. */
export interface ReadyExport extends ReaderLocale {
  readonly exportId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly planTitle: MultiLanguage;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Sends the link of a workbook to its reader. */
export abstract class ExportMail {
  /**
   * Resolves when the mail server has accepted the mail. All mails of one export have the same `Message-ID`.
   * @throws when it has not, or when that is unknown
   */
  abstract send(ready: ReadyExport): Promise<void>;
}

/** A new link with its token, which is not stored, and the digest of the token, which is. */
export interface NewExportLink {
  readonly link: string;
  readonly digest: Buffer;
}

/** Links of this deployment. */
export abstract class ExportLinks {
  /** Lifetime of links, in milliseconds. */
  abstract readonly ttlMs: number;

  /** Makes a link with a new token. */
  abstract newLink(): Promise<NewExportLink>;
}

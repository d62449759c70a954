import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { BegunExport, ExportKey, PlanExport } from './plan-export.js';

/** A link of an export, and the file that it opens. */
export interface NewLink {
  /** Digest of the link's token. */
  readonly digest: Buffer;
  /** In milliseconds. */
  readonly ttlMs: number;
  /** File name for the download. */
  readonly fileName: string;
}

/**
 * Stores exports. An export whose plan or requester is deleted counts as gone; its row remains until its file is
 * removed ({@link ObsoleteExportFiles}).
 */
export abstract class PlanExportRepository {
  /**
   * Inserts a new export. While an export of the same user and plan is still queued, the request joins it.
   * @returns the id of the export that will be carried out; undefined when the plan or the user is gone
   */
  abstract record(planExport: PlanExport, transaction: Transaction): Promise<string | undefined>;

  /** Begins an attempt. @returns undefined when the export is sent or gone */
  abstract begin(key: ExportKey): Promise<BegunExport | undefined>;

  /**
   * The workbook is stored and a mail is about to be sent: adds its link. Earlier links stay valid, too, because their
   * mails may have arrived.
   * @returns when the links expire; undefined when the export is sent or gone: then no mail may be sent
   */
  abstract beginMail(key: ExportKey, link: NewLink): Promise<Date | undefined>;

  /** The mail server has accepted the mail. */
  abstract sent(key: ExportKey): Promise<void>;

  /** No attempt will follow. The links expire: the reader may have lost the right to read the plan. */
  abstract failed(key: ExportKey, transaction: Transaction): Promise<void>;
}

/** A file whose links have expired, or whose plan or requester is deleted. */
export interface ObsoleteExportFile extends ExportKey {
  /** Storage key; null when no attempt has begun, so that there is no file. */
  readonly fileKey: string | null;
}

/** Files to be removed. The row of the export names its file until the file is removed, so that none is forgotten. */
export abstract class ObsoleteExportFiles {
  abstract due(limit: number): Promise<ObsoleteExportFile[]>;

  /** The file is removed: its row is updated, or deleted when the export is gone. */
  abstract removed(file: ObsoleteExportFile): Promise<void>;

  /** The file could not be removed; it is due again in a minute. */
  abstract postpone(file: ObsoleteExportFile): Promise<void>;
}

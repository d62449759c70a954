import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { ExportKey, PlanExport } from './plan-export.js';

/**
 * Stores exports. An export whose plan or requester is deleted counts as gone; its row remains until its file is
 * removed ({@link ObsoleteExportFiles}). The database's clock is used, because clocks of processes may differ.
 */
export abstract class PlanExportRepository {
  /**
   * Inserts a new export, due at once. While an export of the same user and plan is still queued, the request joins it.
   * @returns the id of the export that will be carried out; undefined when the plan or the user is gone
   */
  abstract record(planExport: PlanExport, transaction: Transaction): Promise<string | undefined>;

  /**
   * Lets the domain change one export. Concurrent changes are applied one after the other, so `decide` may be called
   * more than once and must have no side effects.
   * @param transaction - the transaction to take part in
   * @returns what the last call of `decide` returned; undefined when the export is gone
   */
  abstract change<T>(
    key: ExportKey,
    decide: (planExport: PlanExport, now: Date) => T,
    transaction?: Transaction,
  ): Promise<T | undefined>;

  /**
   * Adds a link that is valid until the export's `expiresAt`. Earlier links stay valid: their mails may have arrived.
   * @returns false when the export is gone
   */
  abstract addLink(key: ExportKey, digest: Buffer): Promise<boolean>;

  /** Exports of all companies that are due and have no running attempt, the longest waiting first. */
  abstract due(limit: number): Promise<ExportKey[]>;
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

import { Injectable } from '@nestjs/common';
import { ObsoleteExportFiles, PlanExportRepository } from '../domain/plan-export.repository.js';
import { ExportFiles, ExportQueue } from './export.ports.js';

/** Limits for one round; the rest waits for the next round, a second later. */
const MAX_OFFERS = 200;
const MAX_REMOVALS = 50;

/**
 * Offers the exports that queues have lost or whose worker has died, and removes obsolete files. Any number of
 * processes may do this at the same time.
 */
@Injectable()
export class ExportMaintenance {
  constructor(
    private readonly exports: PlanExportRepository,
    private readonly obsolete: ObsoleteExportFiles,
    private readonly files: ExportFiles,
    private readonly queue: ExportQueue,
  ) {}

  /** Offers every export that is due and has no running attempt: new ones, retries and those whose worker died. */
  async offerDue(): Promise<void> {
    const keys = await this.exports.due(MAX_OFFERS);
    if (keys.length > 0) this.queue.offer(keys);
  }

  /**
   * Removes files whose links have expired or whose plan or requester is deleted.
   * @returns the errors of files that could not be removed now
   */
  async removeFiles(): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const file of await this.obsolete.due(MAX_REMOVALS)) {
      try {
        if (file.fileKey !== null) await this.files.remove(file.fileKey);
        await this.obsolete.removed(file);
      } catch (error) {
        errors.push(error);
        await this.obsolete.postpone(file);
      }
    }
    return errors;
  }
}

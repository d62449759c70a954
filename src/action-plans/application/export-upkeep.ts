import { Injectable } from '@nestjs/common';
import { FileDeletions, PlanExportRepository } from '../domain/plan-export.repository.js';
import { ExportFiles } from './export.ports.js';
import { ExportQueue } from './ports.js';

/** More than a round's worth waits for the next one, a second later. */
const MAX_OFFERS = 200;
const MAX_DELETIONS = 50;

/**
 * What keeps exports going although queues forget and processes die: offers what is due and nobody works on, and
 * removes files that have had their time. Any number of processes may do it at once.
 */
@Injectable()
export class ExportUpkeep {
  constructor(
    private readonly exports: PlanExportRepository,
    private readonly deletions: FileDeletions,
    private readonly files: ExportFiles,
    private readonly queue: ExportQueue,
  ) {}

  /** Offers every export that is due and in nobody's hands, new ones and those whose worker fell silent alike. */
  async offerDue(): Promise<void> {
    const ids = await this.exports.due(MAX_OFFERS);
    if (ids.length > 0) this.queue.offer(ids);
  }

  /**
   * Removes files whose links have ended or whose record is gone.
   * @returns the errors of files that could not be removed now
   */
  async removeFiles(): Promise<unknown[]> {
    await this.exports.releaseExpiredFiles();
    const errors: unknown[] = [];
    for (const key of await this.deletions.due(MAX_DELETIONS)) {
      try {
        await this.files.remove(key);
        await this.deletions.done(key);
      } catch (error) {
        errors.push(error);
        await this.deletions.postpone(key);
      }
    }
    return errors;
  }
}

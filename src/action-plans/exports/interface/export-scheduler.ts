import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { PeriodicWork } from '../../../platform/periodic-work.js';
import { ExportMaintenance } from '../application/export-maintenance.js';

const INTERVAL_MS = 1_000;

/** Runs the maintenance of exports once a second in every worker. */
@Injectable()
export class ExportScheduler extends PeriodicWork {
  constructor(
    private readonly maintenance: ExportMaintenance,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(INTERVAL_MS, 'maintenance of exports fails', logger);
  }

  protected async work(): Promise<void> {
    await this.maintenance.offerDue();
    for (const error of await this.maintenance.removeFiles()) {
      this.logger.warn({ err: error }, 'file of an export could not be removed');
    }
  }
}

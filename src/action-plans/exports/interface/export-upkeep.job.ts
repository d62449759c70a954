import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesSchedule } from '../../../platform/jobs/job-handler.js';
import { ObsoleteWorkbooks } from '../application/obsolete-workbooks.js';
import { PlanExportsService } from '../application/plan-exports.service.js';

/** Removes obsolete files, and adopts exports of the previous release. */
@Injectable()
@JobHandler('export-upkeep', { everyMs: 5_000 })
export class ExportUpkeepJob implements HandlesSchedule {
  constructor(
    private readonly workbooks: ObsoleteWorkbooks,
    private readonly exports: PlanExportsService,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.exports.adopt();
    await this.workbooks.remove(signal);
  }
}

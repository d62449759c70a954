import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesSchedule } from '../../../platform/jobs/job-handler.js';
import { ObsoleteWorkbooks } from '../application/obsolete-workbooks.js';

/** Removes obsolete files. */
@Injectable()
@JobHandler('export-upkeep', { everyMs: 5_000 })
export class ExportUpkeepJob implements HandlesSchedule {
  constructor(private readonly workbooks: ObsoleteWorkbooks) {}

  run(signal: AbortSignal): Promise<void> {
    return this.workbooks.remove(signal);
  }
}

import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesSchedule } from './job-handler.js';
import { SqlJobs } from './sql-jobs.js';

const BATCH = 500;

/** Removes finished jobs: those that are done after three days, the others after thirty. */
@Injectable()
@JobHandler('finished-jobs', { everyMs: 60_000 })
export class FinishedJobs implements HandlesSchedule {
  constructor(private readonly jobs: SqlJobs) {}

  async run(signal: AbortSignal): Promise<void> {
    let removed = BATCH;
    while (removed === BATCH && !signal.aborted) removed = await this.jobs.removeFinished(BATCH);
  }
}

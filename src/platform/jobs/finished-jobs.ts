import { Injectable } from '@nestjs/common';
import { sweepOf } from '../database/expired-rows.js';
import { Sql } from '../database/sql.js';
import { JobHandler, type HandlesSchedule } from './job-handler.js';

const removeFinished = sweepOf({
  table: 'job',
  id: 'id',
  expires: `
    finished_at <= now() - interval '3 days' AND (status = 'DONE' OR finished_at <= now() - interval '30 days')`,
  by: 'finished_at',
  batch: 500,
});

/** Removes finished jobs: those that are done after three days, the others after thirty. */
@Injectable()
@JobHandler('finished-jobs', { everyMs: 60_000 })
export class FinishedJobs implements HandlesSchedule {
  constructor(private readonly sql: Sql) {}

  run(signal: AbortSignal): Promise<void> {
    return removeFinished(this.sql, signal);
  }
}

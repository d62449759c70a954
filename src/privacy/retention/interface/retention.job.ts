import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../../platform/jobs/job-handler.js';
import type { JobAttempt, JobPayload } from '../../../shared-kernel/jobs.js';
import { RetentionRuns } from '../application/retention-runs.js';
import { RETENTION_RUN_JOB, RetentionSchedule } from '../application/retention-schedule.js';
import {
  RETENTION_MAIL_JOB,
  RetentionWarnings,
  type RetentionMailPayload,
} from '../application/retention-warnings.js';

/** Starts runs, and warns of them. */
@Injectable()
@JobHandler('retention-schedule', { everyMs: 600_000 })
export class RetentionScheduleJob implements HandlesSchedule {
  constructor(private readonly schedule: RetentionSchedule) {}

  run(signal: AbortSignal): Promise<void> {
    return this.schedule.round(signal);
  }
}

/** Removes what has expired of a company. */
@Injectable()
@JobHandler(RETENTION_RUN_JOB, {
  attempts: 20,
  backoff: { firstMs: 60_000, longestMs: 3_600_000 },
  timeoutMs: 60 * 60_000,
  concurrency: () => 1,
})
export class RetentionRunJob implements HandlesJob {
  constructor(private readonly runs: RetentionRuns) {}

  run(_: JobPayload, job: JobAttempt): Promise<void> {
    return this.runs.run(job.companyId, job);
  }
}

/** Tells an admin what the next run removes. */
@Injectable()
@JobHandler(RETENTION_MAIL_JOB, {
  attempts: 20,
  backoff: { firstMs: 5_000, longestMs: 30 * 60_000 },
  timeoutMs: 2 * 60_000,
  concurrency: () => 1,
})
export class RetentionMailJob implements HandlesJob<RetentionMailPayload> {
  constructor(private readonly warnings: RetentionWarnings) {}

  run(payload: RetentionMailPayload, { companyId }: JobAttempt): Promise<void> {
    return this.warnings.send(companyId, payload);
  }
}

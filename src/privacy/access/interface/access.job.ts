import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../../shared-kernel/jobs.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { AccessWork } from '../application/access-work.js';
import { AccessStore } from '../application/access.store.js';
import { ACCESS_JOB } from '../application/accesses.service.js';

/** Most attempts at an archive and its mail. With its delays the last comes about a day after the first. */
export const MAX_ACCESS_ATTEMPTS = 100;

interface AccessPayload {
  readonly accessId: string;
}

/** Makes archives. */
@Injectable()
@JobHandler(ACCESS_JOB, {
  attempts: MAX_ACCESS_ATTEMPTS,
  backoff: { firstMs: 5_000, longestMs: 15 * 60_000 },
  timeoutMs: 15 * 60_000,
  concurrency: () => 1,
})
export class AccessJob implements HandlesJob<AccessPayload> {
  constructor(
    private readonly work: AccessWork,
    private readonly accesses: AccessStore,
  ) {}

  run({ accessId }: AccessPayload, { companyId, signal }: JobAttempt): Promise<void> {
    return this.work.run({ companyId, accessId }, signal);
  }

  failed({ accessId }: AccessPayload, companyId: string, transaction: Transaction): Promise<void> {
    return this.accesses.failed({ companyId, accessId }, transaction);
  }
}

/** Removes archives whose time is up. */
@Injectable()
@JobHandler('person-access-upkeep', { everyMs: 10 * 60_000 })
export class AccessUpkeepJob implements HandlesSchedule {
  constructor(private readonly work: AccessWork) {}

  run(signal: AbortSignal): Promise<void> {
    return this.work.removeExpired(signal);
  }
}

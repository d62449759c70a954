import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { ERASURE_JOB, ErasureLedger } from '../application/erasure-ledger.js';
import { ErasureReplay } from '../application/erasure-replay.js';
import { ErasureStarts } from '../application/erasure-starts.js';
import { ErasureWork } from '../application/erasure-work.js';
import { ErasureStore } from '../application/erasure.store.js';

/** Most attempts at the erasures of a company; afterwards {@link ErasureUpkeepJob} adds another job. */
export const MAX_ERASURE_ATTEMPTS = 20;

/** Companies of a round. */
const BATCH = 100;

/** Carries out the erasures of a company. */
@Injectable()
@JobHandler(ERASURE_JOB, {
  attempts: MAX_ERASURE_ATTEMPTS,
  backoff: { firstMs: 1_000, longestMs: 60_000 },
  timeoutMs: 30 * 60_000,
  concurrency: () => 1,
})
export class ErasureJob implements HandlesJob {
  constructor(private readonly work: ErasureWork) {}

  async run(_payload: object, { companyId, signal }: JobAttempt): Promise<void> {
    await this.work.run(companyId, signal);
  }
}

/**
 * Adds a job where an erasure has none: it was asked for while the last one ended, attempts were used up, or its hold
 * was lifted.
 */
@Injectable()
@JobHandler('person-erasure-upkeep', { everyMs: 60_000 })
export class ErasureUpkeepJob implements HandlesSchedule {
  constructor(
    private readonly erasures: ErasureStore,
    private readonly starts: ErasureStarts,
    private readonly ledger: ErasureLedger,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(): Promise<void> {
    for (const companyId of await this.erasures.companiesWith(['HELD'], BATCH))
      await this.starts.release(companyId);
    for (const companyId of await this.erasures.companiesWith(['QUEUED', 'ERASING'], BATCH))
      await this.unitOfWork.run((transaction) => this.ledger.addJob(companyId, transaction));
  }
}

/** Brings a restored database up to the ledger before the service answers requests. */
@Injectable()
export class ErasureReplayAtStart implements OnApplicationBootstrap {
  constructor(private readonly replay: ErasureReplay) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.replay.run(new AbortController().signal);
  }
}

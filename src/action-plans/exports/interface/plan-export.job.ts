import { Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob } from '../../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../../shared-kernel/jobs.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { PlanExportWork } from '../application/plan-export-work.js';
import { PlanExportStore } from '../application/plan-export.store.js';
import { EXPORT_JOB } from '../application/plan-exports.service.js';

/** Most attempts of one export. With its delays the last comes more than 24 hours after the first. */
export const MAX_EXPORT_ATTEMPTS = 110;

interface ExportPayload {
  readonly exportId: string;
}

/**
 * Carries out exports. The delays are longer than a mail server's restart at first, and never so long that people wait
 * for an hour after it is back.
 */
@Injectable()
@JobHandler(EXPORT_JOB, {
  attempts: MAX_EXPORT_ATTEMPTS,
  backoff: { firstMs: 5_000, longestMs: 15 * 60_000 },
  timeoutMs: 15 * 60_000,
  concurrency: ({ exports }) => exports.concurrency,
})
export class PlanExportJob implements HandlesJob<ExportPayload> {
  constructor(
    private readonly work: PlanExportWork,
    private readonly exports: PlanExportStore,
  ) {}

  run({ exportId }: ExportPayload, job: JobAttempt): Promise<void> {
    return this.work.run({ companyId: job.companyId, exportId }, job);
  }

  failed({ exportId }: ExportPayload, companyId: string, transaction: Transaction): Promise<void> {
    return this.exports.failed({ companyId, exportId }, transaction);
  }
}

import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { RetentionRunStore } from './retention-run.store.js';
import { RetentionWarnings } from './retention-warnings.js';

export const RETENTION_RUN_JOB = 'retention-run';

/** Companies of a round. The rest waits for the next one. */
const MAX_COMPANIES = 500;

/** Starts the runs that are due, and warns of those that are planned. */
@Injectable()
export class RetentionSchedule {
  constructor(
    private readonly runs: RetentionRunStore,
    private readonly warnings: RetentionWarnings,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const companyId of await this.runs.companiesToWarn(MAX_COMPANIES)) {
      if (signal.aborted) return;
      await this.warnings.warn(companyId);
    }
    for (const companyId of await this.runs.dueCompanies(MAX_COMPANIES)) {
      if (signal.aborted) return;
      await this.unitOfWork.run((transaction) =>
        this.jobs.add(RETENTION_RUN_JOB, { companyId, payload: {}, key: 'run' }, transaction),
      );
    }
  }
}

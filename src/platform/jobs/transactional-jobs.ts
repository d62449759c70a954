import { Injectable } from '@nestjs/common';
import { Jobs, type NewJob } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { jobKinds } from './job-handler.js';
import { JobOffers } from './job-offers.js';
import { SqlJobs } from './sql-jobs.js';

/** Largest payload of a job, in bytes of JSON. */
export const MAX_JOB_PAYLOAD_BYTES = 8_192;

/** Adds jobs as rows, and offers them after the commit. */
@Injectable()
export class TransactionalJobs extends Jobs {
  constructor(
    private readonly jobs: SqlJobs,
    private readonly offers: JobOffers,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async add(kind: string, job: NewJob, transaction: Transaction): Promise<string> {
    check(kind, job);
    const id = await this.jobs.add(kind, job, transaction);
    const { companyId, dueAt } = job;
    if (!dueAt) {
      this.unitOfWork.afterCommit(transaction, () => this.offers.offer({ kind, companyId, id, attempts: 0 }));
    }
    return id;
  }

  /** Workers find the jobs in the table, each second some of them, so that they do not flood the queue. */
  async addAll(kind: string, jobs: readonly NewJob[], transaction: Transaction): Promise<void> {
    for (const job of jobs) check(kind, job);
    await this.jobs.addAll(kind, jobs, transaction);
  }
}

function check(kind: string, { payload }: NewJob): void {
  if (!jobKinds().some((declared) => declared.kind === kind)) throw new Error(`No handler declares ${kind}.`);
  if (Buffer.byteLength(JSON.stringify(payload)) > MAX_JOB_PAYLOAD_BYTES)
    throw new Error(`The payload of a job has more than ${MAX_JOB_PAYLOAD_BYTES} bytes.`);
}

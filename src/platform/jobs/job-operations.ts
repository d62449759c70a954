import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { Sql } from '../database/sql.js';
import { SqlJobs, type JobStatus } from './sql-jobs.js';

/** A job for operators. */
export interface JobSummary {
  readonly id: string;
  readonly companyId: string;
  readonly kind: string;
  readonly key: string | null;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  /** When the next attempt may begin; null for a finished job. */
  readonly dueAt: Date | null;
  /** When the running attempt counts as dead unless it is renewed. */
  readonly leasedUntil: Date | null;
  readonly finishedAt: Date | null;
  readonly lastError: string | null;
}

export interface JobFilter {
  readonly status?: JobStatus;
  readonly kind?: string;
}

export class JobNotFound extends DomainError {
  constructor() {
    super(
      'not-found',
      'JOB_NOT_FOUND',
      'There is no job with this id or key. Finished jobs are removed after some days.',
    );
  }
}

/** An operator cannot retry what a worker is doing or has done. */
export class JobNotFailed extends DomainError {
  constructor(status: string) {
    super(
      'conflict',
      'JOB_NOT_FAILED',
      'Only a job that waits for an attempt, or a FAILED or REFUSED one without a newer one of its key, ' +
        `can be retried; this one is ${status}.`,
    );
  }
}

const SUMMARY = `
  id, company_id AS "companyId", kind, key, status, attempts, created_at AS "createdAt",
  CASE WHEN finished_at IS NULL THEN due_at END AS "dueAt", leased_until AS "leasedUntil", finished_at AS "finishedAt",
  last_error AS "lastError"`;

/** `$2` status and `$3` kind, or null for all. */
const LIST = {
  name: 'jobs.list',
  text: `
    SELECT ${SUMMARY} FROM job
    WHERE company_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR kind = $3)
    ORDER BY id DESC LIMIT $4`,
};

/** Operators have an id or a key, and no company. */
const FIND = {
  name: 'jobs.find',
  text: `SELECT ${SUMMARY} FROM job WHERE id = $1 OR key = $1 ORDER BY id DESC LIMIT 1`,
};

/** Jobs for operators. */
@Injectable()
export class JobOperations {
  constructor(
    private readonly sql: Sql,
    private readonly jobs: SqlJobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** The newest jobs of a company. */
  list(companyId: string, limit: number, { status, kind }: JobFilter): Promise<JobSummary[]> {
    const values = [companyId, status ?? null, kind ?? null, limit];
    return this.sql.query<JobSummary & Record<string, unknown>>(LIST, values);
  }

  /** @param id - of the job, or its key, such as the id of an export. @throws {JobNotFound} */
  async find(id: string): Promise<JobSummary> {
    const [row] = await this.sql.query<JobSummary & Record<string, unknown>>(FIND, [id]);
    if (!row) throw new JobNotFound();
    return row;
  }

  /**
   * Lets a job start now: one that waits for its next attempt, or, with all its attempts, one that failed for good.
   * @throws {JobNotFound}
   * @throws {JobNotFailed}
   */
  async retry(id: string): Promise<JobSummary> {
    const job = await this.find(id);
    const { companyId, status, attempts, dueAt } = job;
    await this.unitOfWork.run(async (transaction) => {
      const after = await this.jobs.retry(job, transaction);
      if (!after) throw new JobNotFailed(status);
      const before = { status, attempts, ...(dueAt && { dueAt }) };
      const change = { operation: 'job.retry', objectId: job.id, before, after } as const;
      await this.audit.record(operatorOf(companyId), change, transaction);
    });
    return job;
  }
}

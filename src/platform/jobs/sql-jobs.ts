import { Injectable } from '@nestjs/common';
import type { JobPayload } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { Sql } from '../database/sql.js';
import type { Backoff } from './job-handler.js';

/** An attempt that has not renewed its lease for this long counts as dead. */
export const JOB_LEASE_MS = 15_000;

/** Two renewals may be late or lost. */
export const JOB_RENEWAL_MS = 5_000;

export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'REFUSED'] as const;

/**
 * QUEUED while it waits for an attempt, RUNNING during one; FAILED when no attempt is left, REFUSED by its handler.
 */
export type JobStatus = (typeof JOB_STATUSES)[number];

export interface JobRef {
  readonly companyId: string;
  readonly id: string;
}

/** A job that waits for a worker. */
export interface DueJob extends JobRef {
  readonly kind: string;
  /** Attempts begun. */
  readonly attempts: number;
  /** Time since the job became due, in milliseconds. */
  readonly waitingMs: number;
}

/** A job that an attempt has taken. */
export interface ClaimedJob {
  readonly key: string | null;
  readonly payload: JobPayload;
  readonly progress: JobPayload;
  /** With this one. */
  readonly attempts: number;
  readonly lastError: string | null;
}

/** A job that waits for an attempt, which may begin now. */
export interface RetriedJob {
  readonly status: JobStatus;
  readonly attempts: number;
  readonly dueAt: Date;
}

/** An attempt and the job that it holds. */
export interface JobLease extends JobRef {
  readonly leaseId: string;
}

const IS_FREE = 'finished_at IS NULL AND due_at <= now() AND (leased_until IS NULL OR leased_until <= now())';

/** Jobs that are read for each that is found, so that many jobs of one company do not hide those of others. */
const READ_AHEAD = 10;

/** Of all companies: workers serve all of them. `$1` kind, `$2` limit. */
const DUE = {
  name: 'jobs.due',
  text: `
    SELECT company_id AS "companyId", id, kind, attempts,
      extract(epoch FROM now() - due_at)::float8 * 1000 AS "waitingMs"
    FROM job WHERE kind = $1 AND ${IS_FREE} ORDER BY due_at LIMIT $2`,
};

/**
 * Sets when the next attempt is due as if this one had failed, so that attempts whose worker dies are spread out, too.
 * `$4` and `$5` are the seconds of the backoff, `$6` the factor that lengthens it. Seconds are added as numbers,
 * because Citus refuses to add an interval of a row to a time: that depends on the time zone.
 */
const CLAIM = {
  name: 'jobs.claim',
  text: `
    UPDATE job SET status = 'RUNNING', attempts = attempts + 1, lease_id = $3,
      leased_until = now() + interval '${JOB_LEASE_MS} ms',
      due_at = to_timestamp(
        extract(epoch FROM now())::float8 + least($4::float8 * power(2, least(attempts, 100)), $5::float8) * $6::float8
      )
    WHERE company_id = $1 AND id = $2 AND ${IS_FREE}
    RETURNING key, payload, progress, attempts, last_error AS "lastError"`,
};

const IS_HELD = 'company_id = $1 AND id = $2 AND lease_id = $3 AND finished_at IS NULL';

const RENEW = {
  name: 'jobs.renew',
  text: `
    UPDATE job SET leased_until = now() + interval '${JOB_LEASE_MS} ms', progress = progress || $4
    WHERE ${IS_HELD} RETURNING id`,
};

const END = {
  name: 'jobs.end',
  text: `
    UPDATE job SET status = $4, finished_at = now(), last_error = $5, lease_id = NULL, leased_until = NULL
    WHERE ${IS_HELD} RETURNING id`,
};

const FAIL = {
  name: 'jobs.fail',
  text: `
    UPDATE job SET status = 'QUEUED', last_error = $4, lease_id = NULL, leased_until = NULL
    WHERE ${IS_HELD} RETURNING id`,
};

const RELEASE = {
  name: 'jobs.release',
  text: `
    UPDATE job SET status = 'QUEUED', attempts = attempts - 1, due_at = now(), lease_id = NULL, leased_until = NULL
    WHERE ${IS_HELD} RETURNING id`,
};

/**
 * An attempt that has begun is left alone. A failed job whose key another one has taken over is not needed any more.
 */
const RETRY = {
  name: 'jobs.retry',
  text: `
    UPDATE job SET status = 'QUEUED', attempts = CASE WHEN finished_at IS NULL THEN attempts ELSE 0 END,
      due_at = now(), finished_at = NULL
    WHERE company_id = $1 AND id = $2 AND (
      finished_at IS NULL AND (leased_until IS NULL OR leased_until <= now())
      OR status IN ('FAILED', 'REFUSED') AND NOT EXISTS (
        SELECT FROM job other
        WHERE other.company_id = $1 AND other.kind = job.kind AND other.key = job.key AND other.finished_at IS NULL
      )
    ) RETURNING status, attempts, due_at AS "dueAt"`,
};

/**
 * Jobs in PostgreSQL. Each change is one statement that names the lease, so that of several attempts one wins. The
 * database's clock is used, because clocks of processes may differ.
 */
@Injectable()
export class SqlJobs {
  constructor(private readonly sql: Sql) {}

  /**
   * Jobs that no attempt holds, of each kind in turns of the companies, of each company the longest waiting first.
   * @param limit - of each kind, so that none hides another
   */
  async due(kinds: readonly string[], limit: number): Promise<DueJob[]> {
    const due: DueJob[] = [];
    for (const kind of kinds)
      due.push(
        ...inTurns(
          await this.sql.query<DueJob & Record<string, unknown>>(DUE, [kind, limit * READ_AHEAD]),
        ).slice(0, limit),
      );
    return due;
  }

  /**
   * Takes a job for an attempt. @returns undefined when it is not due, held by another attempt, finished or removed
   */
  async claim({ companyId, id, leaseId }: JobLease, backoff: Backoff): Promise<ClaimedJob | undefined> {
    const seconds = [backoff.firstMs / 1000, backoff.longestMs / 1000];
    const values = [companyId, id, leaseId, ...seconds, 1 + 0.25 * Math.random()];
    const [row] = await this.sql.query<ClaimedJob & Record<string, unknown>>(CLAIM, values);
    return row;
  }

  /** @returns false when the lease is lost; so do the following */
  renew(lease: JobLease, progress: JobPayload = {}): Promise<boolean> {
    return this.change(RENEW, lease, [JSON.stringify(progress)]);
  }

  end(
    lease: JobLease,
    status: 'DONE' | 'FAILED' | 'REFUSED',
    reason: string | null,
    transaction?: Transaction,
  ): Promise<boolean> {
    return this.change(END, lease, [status, reason], transaction);
  }

  /** Leaves the job to the next attempt. */
  fail(lease: JobLease, reason: string): Promise<boolean> {
    return this.change(FAIL, lease, [reason]);
  }

  /** Gives the job back: another worker may begin at once, and the attempt does not count. */
  release(lease: JobLease): Promise<boolean> {
    return this.change(RELEASE, lease);
  }

  /**
   * Makes a job due that waits for its next attempt, or lets one that failed for good start again.
   * @returns undefined when it is running or done, or is not needed any more
   */
  async retry({ companyId, id }: JobRef, transaction: Transaction): Promise<RetriedJob | undefined> {
    const values = [companyId, id];
    const [row] = await this.sql.query<RetriedJob & Record<string, unknown>>(RETRY, values, transaction);
    return row;
  }

  private async change(
    statement: { readonly name: string; readonly text: string },
    { companyId, id, leaseId }: JobLease,
    values: readonly unknown[] = [],
    transaction?: Transaction,
  ): Promise<boolean> {
    const changed = await this.sql.query(statement, [companyId, id, leaseId, ...values], transaction);
    return changed.length === 1;
  }
}

/** The first job of each company, then the second, and so on; in the given order within each turn. */
function inTurns(jobs: readonly DueJob[]): DueJob[] {
  const taken = new Map<string, number>();
  const turns = jobs.map((job) => {
    const turn = taken.get(job.companyId) ?? 0;
    taken.set(job.companyId, turn + 1);
    return { job, turn };
  });
  return turns.sort((one, other) => one.turn - other.turn).map(({ job }) => job);
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { JobRefused, LeaseLost, type JobAttempt } from '../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { property } from '../errors/sql-error-facts.js';
import type { HandlesJob, JobKind } from './job-handler.js';
import { JobLog, type JobOutcome } from './job-log.js';
import { JOB_RENEWAL_MS, SqlJobs, type ClaimedJob, type JobLease, type JobRef } from './sql-jobs.js';

const WORKER_LOST = 'Every worker that took the job died or lost its connection.';

const MAX_REASON_LENGTH = 500;

/** An attempt that has a job. */
interface Attempt {
  readonly kind: JobKind;
  readonly handler: HandlesJob;
  readonly lease: JobLease;
  readonly claimed: ClaimedJob;
  readonly lost: AbortController;
  readonly timeout: AbortController;
}

/** Makes attempts at jobs. The row shows at any time what is left to do, so that a process may die at any point. */
@Injectable()
export class JobRunner {
  private readonly inFlight = new Set<Promise<JobOutcome>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly jobs: SqlJobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly modules: ModuleRef,
    private readonly log: JobLog,
  ) {}

  /** Makes one attempt at a job if it is due and no other attempt has it. Never rejects: failures are tried again. */
  async run(kind: JobKind, { companyId, id }: JobRef): Promise<JobOutcome> {
    if (this.stopping.signal.aborted) return { result: 'not-due' };
    const startedAt = performance.now();
    const lease = { companyId, id, leaseId: randomUUID() };
    const running = this.take(kind, lease).catch((error: unknown): JobOutcome => ({
      result: 'unrecorded',
      error,
    }));
    this.inFlight.add(running);
    const outcome = await running;
    this.inFlight.delete(running);
    this.log.attempted(kind.kind, lease, outcome, performance.now() - startedAt);
    return outcome;
  }

  /** Begins no more attempts, aborts the signals of those that run, and waits for them. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('The service is shutting down.'));
    await Promise.allSettled(this.inFlight);
  }

  private async take(kind: JobKind, lease: JobLease): Promise<JobOutcome> {
    const claimed = await this.jobs.claim(lease, kind.backoff);
    if (!claimed) return { result: 'not-due' };
    const handler = this.modules.get<HandlesJob>(kind.handler, { strict: false });
    const [lost, timeout] = [new AbortController(), new AbortController()];
    const attempt: Attempt = { kind, handler, lease, claimed, lost, timeout };
    const renewal = setInterval(() => void this.renew(attempt), JOB_RENEWAL_MS);
    const timer = setTimeout(() => timeout.abort(new Error('The attempt took too long.')), kind.timeoutMs);
    try {
      return { attempt: claimed.attempts, key: claimed.key, ...(await this.carryOut(attempt)) };
    } finally {
      clearInterval(renewal);
      clearTimeout(timer);
    }
  }

  private async renew({ lease, lost }: Attempt): Promise<void> {
    // A renewal that fails is made again. If the lease ends before, the next step notices.
    if (!(await this.jobs.renew(lease).catch(() => true))) lost.abort(new LeaseLost());
  }

  private async carryOut(attempt: Attempt): Promise<JobOutcome> {
    const { kind, lease, claimed } = attempt;
    if (claimed.attempts > kind.attempts)
      return this.giveUp(attempt, 'FAILED', claimed.lastError ?? WORKER_LOST);
    try {
      await this.work(attempt);
    } catch (error) {
      return this.leave(attempt, error);
    }
    return { result: (await this.jobs.end(lease, 'DONE', null)) ? 'done' : 'lost' };
  }

  /** An attempt whose time is up is not waited for. */
  private async work({ handler, lease, claimed, lost, timeout }: Attempt): Promise<void> {
    const job: JobAttempt = {
      companyId: lease.companyId,
      id: lease.id,
      attempt: claimed.attempts,
      signal: AbortSignal.any([this.stopping.signal, lost.signal, timeout.signal]),
      progress: claimed.progress,
      step: async (name, value) => {
        if (lost.signal.aborted || !(await this.jobs.renew(lease, { [name]: value }))) throw new LeaseLost();
      },
    };
    const timedOut = new Promise<never>((_, reject) =>
      timeout.signal.addEventListener('abort', () => reject(timeout.signal.reason as Error)),
    );
    await Promise.race([handler.run(claimed.payload, job), timedOut]);
  }

  private async leave(attempt: Attempt, error: unknown): Promise<JobOutcome> {
    const { kind, lease, claimed, lost } = attempt;
    if (error instanceof LeaseLost || lost.signal.aborted) return { result: 'lost' };
    if (error instanceof JobRefused) return this.giveUp(attempt, 'REFUSED', error.message, error);
    // During a shutdown connections may be closed already: not a failure of the job.
    if (this.stopping.signal.aborted)
      return { result: (await this.jobs.release(lease)) ? 'released' : 'lost' };
    const reason = failureReason(error);
    if (claimed.attempts >= kind.attempts) return this.giveUp(attempt, 'FAILED', reason, error);
    return (await this.jobs.fail(lease, reason)) ? { result: 'failed', error } : { result: 'lost' };
  }

  private async giveUp(
    { handler, lease, claimed }: Attempt,
    status: 'FAILED' | 'REFUSED',
    reason: string,
    error?: unknown,
  ): Promise<JobOutcome> {
    const isOurs = await this.unitOfWork.run(async (transaction) => {
      const ended = await this.jobs.end(lease, status, reason, transaction);
      if (ended) await handler.failed?.(claimed.payload, lease.companyId, transaction);
      return ended;
    });
    return isOurs ? { result: status === 'REFUSED' ? 'refused' : 'given-up', error } : { result: 'lost' };
  }
}

/** Name, code and message of an error, in one line that PostgreSQL can store, of at most 500 characters. */
export function failureReason(error: unknown): string {
  const line = describe(error)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
  return line.length <= MAX_REASON_LENGTH ? line : `${line.slice(0, MAX_REASON_LENGTH - 1).toWellFormed()}…`;
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = property(error, 'code') ?? '';
  return [error.name, error.message.includes(code) ? undefined : code, error.message]
    .filter(Boolean)
    .join(': ');
}

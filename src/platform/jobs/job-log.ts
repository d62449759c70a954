import { Inject, Injectable } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { Histogram, Registry } from 'prom-client';
import { property } from '../errors/sql-error-facts.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { jobKinds, scheduledKinds } from './job-handler.js';
import type { JobRef } from './sql-jobs.js';

const JOB_RESULTS = ['done', 'failed', 'refused', 'released', 'lost', 'unrecorded', 'given-up'] as const;

/**
 * Result of an attempt: `lost` when another one has taken over, `unrecorded` when the database failed, so that the
 * lease ends by itself, `not-due` when there was nothing to do.
 */
export type JobResult = (typeof JOB_RESULTS)[number] | 'not-due';

export interface JobOutcome {
  readonly result: JobResult;
  readonly key?: string | null;
  /** From 1; undefined when none was begun. */
  readonly attempt?: number;
  readonly error?: unknown;
}

/** Seconds. Most attempts take less than one; a mail server may take a minute. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Writes attempts at jobs to the log, the metrics and the trace of the process. */
@Injectable()
export class JobLog {
  private readonly durations: Histogram<'kind' | 'result'>;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    registry: Registry,
  ) {
    this.durations = new Histogram({
      name: 'wes_job_attempt_duration_seconds',
      help: 'Time of the attempts at jobs and of periodic work, by result: done, or why not.',
      labelNames: ['kind', 'result'],
      buckets: BUCKETS,
      registers: [registry],
    });
    for (const { kind } of jobKinds())
      for (const result of JOB_RESULTS) this.durations.zero({ kind, result });
    for (const { kind } of scheduledKinds())
      for (const result of ['done', 'failed']) this.durations.zero({ kind, result });
  }

  attempted(kind: string, { id: jobId }: JobRef, outcome: JobOutcome, durationMs: number): void {
    const { result, key, attempt, error } = outcome;
    trace
      .getActiveSpan()
      ?.setAttributes({ 'wes.job_kind': kind, 'wes.job_id': jobId, 'wes.job_result': result });
    if (result === 'not-due') return;
    this.durations.observe({ kind, result }, durationMs / 1_000);
    if (result === 'unrecorded') {
      this.logger.error({ kind, jobId, err: error }, 'job could not be recorded');
      return;
    }
    const level = result === 'failed' || result === 'given-up' ? 'warn' : 'info';
    const details = { kind, jobId, ...(typeof key === 'string' && { key }), result, attempt };
    this.logger[level]({ ...details, durationMs: Math.round(durationMs), ...causeOf(error) }, 'job');
  }

  /** A round of periodic work. Only the first of several failures is logged. */
  repeated(kind: string, error: unknown, durationMs: number, isRepeated: boolean): void {
    this.durations.observe({ kind, result: error === undefined ? 'done' : 'failed' }, durationMs / 1_000);
    if (error !== undefined && !isRepeated) this.logger.warn({ kind, err: error }, 'periodic job fails');
  }
}

/** Messages of mail servers contain addresses, so only the code is logged; the row has the whole message. */
function causeOf(error: unknown): { cause?: string } {
  if (!(error instanceof Error)) return {};
  const code = property(error, 'code');
  return { cause: code === undefined ? error.name : `${error.name} ${code}` };
}

import type { Type } from '@nestjs/common';
import type { JobAttempt, JobPayload } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Settings } from '../config/settings.js';

/** Carries out jobs of one kind. A job may be attempted again after any of its statements. */
export interface HandlesJob<Payload = JobPayload> {
  /** Done when it resolves, tried again when it rejects, refused for good with `JobRefused`. */
  run(payload: Payload, job: JobAttempt): Promise<void>;
  /** The job was refused, or no attempt is left. In the transaction that records it. */
  failed?(payload: Payload, companyId: string, transaction: Transaction): Promise<void>;
}

/**
 * Work that is done again and again. One process does each round; rounds that take longer than `everyMs` overlap, so
 * several processes must be able to do it at the same time.
 */
export interface HandlesSchedule {
  /** @param signal - aborted when the process stops */
  run(signal: AbortSignal): Promise<void>;
}

/** Time from one attempt to the next: doubles, and is lengthened by up to a quarter at random. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

export interface JobOptions {
  readonly attempts: number;
  readonly backoff: Backoff;
  /** The signal of an attempt is aborted after this time, and another attempt may begin. */
  readonly timeoutMs: number;
  /** Jobs of this kind that a process works on at the same time for one company; it has one place more for others. */
  readonly concurrency: (settings: Settings) => number;
}

export interface ScheduleOptions {
  readonly everyMs: number;
}

export interface JobKind extends JobOptions {
  readonly kind: string;
  readonly handler: Type<HandlesJob>;
}

export interface ScheduledKind extends ScheduleOptions {
  readonly kind: string;
  readonly handler: Type<HandlesSchedule>;
}

const declared: { readonly jobs: JobKind[]; readonly schedules: ScheduledKind[] } = {
  jobs: [],
  schedules: [],
};

/**
 * Declares the handler of a kind of job, or of periodic work. The class is a provider of its module. Kinds are known
 * when classes are defined, because `BullModule` needs the names of queues when modules are.
 */
export function JobHandler(kind: string, options: JobOptions): (handler: Type<HandlesJob<never>>) => void;
export function JobHandler(kind: string, options: ScheduleOptions): (handler: Type<HandlesSchedule>) => void;
export function JobHandler(kind: string, options: JobOptions | ScheduleOptions) {
  return (handler: Type<HandlesJob<never> & HandlesSchedule>): void => {
    if ([...declared.jobs, ...declared.schedules].some((other) => other.kind === kind))
      throw new Error(`Two handlers of jobs are declared as ${kind}.`);
    if ('everyMs' in options) declared.schedules.push({ ...options, kind, handler });
    else declared.jobs.push({ ...options, kind, handler });
  };
}

export function jobKinds(): readonly JobKind[] {
  return declared.jobs;
}

export function scheduledKinds(): readonly ScheduledKind[] {
  return declared.schedules;
}

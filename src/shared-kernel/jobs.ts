import type { Transaction } from './transaction.js';

/** Ids and numbers only, because a job is kept for days. At most 8 KiB as JSON. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface NewJob {
  readonly companyId: string;
  readonly payload: JobPayload;
  /** While a job of the kind with this key is not finished, the company gets no other one. */
  readonly key?: string;
  /** Now, unless it is set. */
  readonly dueAt?: Date;
}

/** Work that outlives the request that causes it. */
export abstract class Jobs {
  /**
   * Adds a job, which workers carry out after the commit, whatever happens to this process.
   * @param kind - as declared by its handler
   * @param transaction - that of the cause, so that the job exists if and only if the cause does
   * @returns the id of the job, or of the unfinished one with the same key
   */
  abstract add(kind: string, job: NewJob, transaction: Transaction): Promise<string>;

  /** Like {@link add}, for many jobs by one statement. Keys must differ. */
  abstract addAll(kind: string, jobs: readonly NewJob[], transaction: Transaction): Promise<void>;
}

/** An attempt at a job, for the handler that makes it. */
export interface JobAttempt {
  readonly companyId: string;
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  /** Aborted when the process stops, the time is up, or another worker has taken the job over. */
  readonly signal: AbortSignal;
  /** Recorded by {@link step} of earlier attempts. */
  readonly progress: JobPayload;
  /**
   * Records progress and renews the lease.
   * @throws {LeaseLost} when another worker may have taken the job over: then the attempt must end
   */
  step(name: string, value: JobPayload[string]): Promise<void>;
}

/** Ends a job for good: another attempt would not help. The message is for operators. */
export class JobRefused extends Error {}

/** Another worker may have taken the job over. */
export class LeaseLost extends Error {}

import { newId } from '../../shared-kernel/id.js';
import { EXPORT_LEASE_MS, MAX_EXPORT_ATTEMPTS, retryDelayMs } from './export-schedule.js';

/** QUEUED until somebody works on it for the first time; RUNNING until it is SENT or given up as FAILED. */
export type ExportStatus = 'QUEUED' | 'RUNNING' | 'SENT' | 'FAILED';

/** Everything that is known of an export. */
export interface PlanExportState {
  readonly id: string;
  readonly planId: string;
  /** Whoever asked, and gets the mail. */
  readonly requestedBy: string;
  readonly status: ExportStatus;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  /** Until when links hold; set each time that a mail is begun. */
  readonly expiresAt: Date | null;
  /** How often work has begun, an attempt that runs and those that died included. */
  readonly attempts: number;
  /** Not to be worked on before. */
  readonly dueAt: Date;
  /** Names the attempt that works on it; null while nobody does. */
  readonly leaseId: string | null;
  /** After that the attempt counts as dead unless it renews its lease. */
  readonly leasedUntil: Date | null;
  /** Why the last attempt came to nothing; for operators. */
  readonly lastError: string | null;
  /** Where the workbook lies, or will; null before the first attempt and once it is removed. */
  readonly fileKey: string | null;
  /** What the workbook is called when it is downloaded. */
  readonly fileName: string | null;
}

/** What became of an offer to work on an export. */
export type Claim = 'claimed' | 'finished' | 'not-due' | 'taken' | 'given-up';

const MAX_ERROR_LENGTH = 500;
const WORKER_LOST = 'Every worker that took the export died or lost its connection.';

/**
 * One request for a workbook of a plan, from the request to the mail. Work on it goes on under a lease: only the
 * attempt that holds it changes the record, with one exception, {@link sent}. Times are those of the database.
 */
export class PlanExport {
  private constructor(private current: PlanExportState) {}

  /** A new export, due at once. */
  static request(planId: string, requestedBy: string, now: Date): PlanExport {
    return new PlanExport({
      id: newId(),
      planId,
      requestedBy,
      status: 'QUEUED',
      requestedAt: now,
      finishedAt: null,
      expiresAt: null,
      attempts: 0,
      dueAt: now,
      leaseId: null,
      leasedUntil: null,
      lastError: null,
      fileKey: null,
      fileName: null,
    });
  }

  /** The export of a stored record. */
  static restore(state: PlanExportState): PlanExport {
    return new PlanExport(state);
  }

  get state(): PlanExportState {
    return this.current;
  }

  get isFinished(): boolean {
    return this.current.status === 'SENT' || this.current.status === 'FAILED';
  }

  /**
   * Takes the export for an attempt, if it is due and nobody works on it. Should the attempt die without a word, the
   * next one is due no earlier than after a failure, so that attempts stay spread out whatever they end by.
   * @param chance - random number from 0 to 1 that keeps retries of many exports apart
   */
  claim(leaseId: string, now: Date, chance: number): Claim {
    const { attempts, dueAt, leasedUntil } = this.current;
    if (this.isFinished) return 'finished';
    if (leasedUntil !== null && leasedUntil > now) return 'taken';
    if (dueAt > now) return 'not-due';
    if (attempts >= MAX_EXPORT_ATTEMPTS) {
      this.end('FAILED', now, this.current.lastError ?? WORKER_LOST);
      return 'given-up';
    }
    this.change({
      status: 'RUNNING',
      attempts: attempts + 1,
      dueAt: later(now, retryDelayMs(attempts + 1, chance)),
      leaseId,
      leasedUntil: later(now, EXPORT_LEASE_MS),
      fileKey: `exports/${this.current.id}.xlsx`,
    });
    return 'claimed';
  }

  /** Keeps the lease of an attempt. @returns false when it is lost: the attempt must stop */
  renew(leaseId: string, now: Date): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    this.change({ leasedUntil: later(now, EXPORT_LEASE_MS) });
    return true;
  }

  /**
   * The workbook lies in its place and the mail is about to go out; from now on its links hold.
   * @param linkTtlMs - how long, in milliseconds
   * @returns false when the lease is lost: then nothing may be mailed
   */
  beginMail(leaseId: string, fileName: string, now: Date, linkTtlMs: number): boolean {
    if (!this.renew(leaseId, now)) return false;
    this.change({ fileName, expiresAt: later(now, linkTtlMs) });
    return true;
  }

  /**
   * The mail has been accepted. That is a fact, whoever holds the lease by now, and keeps every other attempt from
   * mailing again.
   */
  sent(now: Date): void {
    if (this.current.status !== 'SENT') this.end('SENT', now, null);
  }

  /**
   * The attempt came to nothing; there will be another one unless this was the last.
   * @returns false when the lease is lost: then it does not matter what the attempt came to
   */
  failed(leaseId: string, reason: string, now: Date, chance: number): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    if (this.current.attempts >= MAX_EXPORT_ATTEMPTS) {
      this.end('FAILED', now, reason);
      return true;
    }
    const dueAt = later(now, retryDelayMs(this.current.attempts, chance));
    this.change({ leaseId: null, leasedUntil: null, dueAt, lastError: shortened(reason) });
    return true;
  }

  /** The export must not be made any more; trying again would not change that. @returns false when the lease is lost */
  refused(leaseId: string, reason: string, now: Date): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    this.end('FAILED', now, reason);
    return true;
  }

  /**
   * The worker stops before the work is done: somebody else may take it at once, and it counts for nothing.
   * @returns false when the lease is lost
   */
  released(leaseId: string, now: Date): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    const attempts = this.current.attempts - 1;
    this.change({ leaseId: null, leasedUntil: null, dueAt: now, attempts });
    return true;
  }

  private isHeldBy(leaseId: string): boolean {
    return !this.isFinished && this.current.leaseId === leaseId;
  }

  /** Links of an export that failed after all are worth nothing: what they showed is not to be had. */
  private end(status: 'SENT' | 'FAILED', now: Date, reason: string | null): void {
    this.change({
      status,
      finishedAt: now,
      leaseId: null,
      leasedUntil: null,
      lastError: reason === null ? null : shortened(reason),
      ...(status === 'FAILED' && { expiresAt: now }),
    });
  }

  private change(members: Partial<PlanExportState>): void {
    this.current = { ...this.current, ...members };
  }
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** One line of bounded length; what PostgreSQL cannot store is left out. */
function shortened(reason: string): string {
  const line = reason.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line.length <= MAX_ERROR_LENGTH ? line : `${line.slice(0, MAX_ERROR_LENGTH - 1).toWellFormed()}…`;
}

import { newId } from '../../../shared-kernel/id.js';
import { ExportNotFailed } from './plan-export.errors.js';
import { EXPORT_LEASE_MS, MAX_EXPORT_ATTEMPTS, retryDelayMs } from './export-schedule.js';

export const EXPORT_STATUSES = ['QUEUED', 'RUNNING', 'SENT', 'FAILED'] as const;

/** QUEUED until the first attempt; RUNNING until it is SENT or given up as FAILED. */
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Names an export. */
export interface ExportKey {
  readonly companyId: string;
  readonly exportId: string;
}

export interface PlanExportState {
  readonly companyId: string;
  readonly id: string;
  readonly planId: string;
  /** The user who gets the mail. */
  readonly requestedBy: string;
  readonly status: ExportStatus;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  /** When its links expire; set before each mail. */
  readonly expiresAt: Date | null;
  /** Attempts begun, including the current one and those whose worker died. */
  readonly attempts: number;
  /** When the next attempt may begin. */
  readonly dueAt: Date;
  /** Id of the running attempt; null when there is none. */
  readonly leaseId: string | null;
  /** When the running attempt counts as dead unless it renews its lease. */
  readonly leasedUntil: Date | null;
  /** Why the last attempt failed; for operators. */
  readonly lastError: string | null;
  /** Storage key of the workbook; null before the first attempt and after the file is removed. */
  readonly fileKey: string | null;
  /** File name for the download. */
  readonly fileName: string | null;
}

/** Result of trying to claim an export for an attempt. */
export type Claim = 'claimed' | 'finished' | 'not-due' | 'taken' | 'given-up';

const MAX_ERROR_LENGTH = 500;
const WORKER_LOST = 'Every worker that took the export died or lost its connection.';

/**
 * One request for a workbook of a plan, from the request to the mail. Only the attempt that holds the lease changes it,
 * with one exception, {@link sent}. Times are those of the database.
 */
export class PlanExport {
  private constructor(private current: PlanExportState) {}

  /** A new export, due at once. */
  static request(companyId: string, planId: string, requestedBy: string, now: Date): PlanExport {
    return new PlanExport({
      companyId,
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

  static restore(state: PlanExportState): PlanExport {
    return new PlanExport(state);
  }

  get state(): Readonly<PlanExportState> {
    return this.current;
  }

  get isFinished(): boolean {
    return this.current.status === 'SENT' || this.current.status === 'FAILED';
  }

  /**
   * Takes the export for an attempt, if it is due and has no running attempt. Sets when the next attempt is due as if
   * this one had failed, so that attempts whose worker dies are spread out too.
   * @param chance - random number from 0 to 1 that spreads the retries of many exports
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

  /** Renews the lease of an attempt. @returns false when the lease is lost: the attempt must stop */
  renew(leaseId: string, now: Date): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    this.change({ leasedUntil: later(now, EXPORT_LEASE_MS) });
    return true;
  }

  /**
   * The workbook is stored and the mail is about to be sent. Links are valid from now on.
   * @param linkTtlMs - lifetime of the links, in milliseconds
   * @returns false when the lease is lost: then no mail may be sent
   */
  beginMail(leaseId: string, fileName: string, now: Date, linkTtlMs: number): boolean {
    if (!this.renew(leaseId, now)) return false;
    this.change({ fileName, expiresAt: later(now, linkTtlMs) });
    return true;
  }

  /**
   * The mail server has accepted the mail. Recorded without the lease too, because it keeps other attempts from sending
   * another mail.
   */
  sent(now: Date): void {
    if (this.current.status !== 'SENT') this.end('SENT', now, null);
  }

  /**
   * The attempt failed. There will be another one unless this was the last.
   * @returns false when the lease is lost: then the failure is ignored
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

  /** The export is not allowed any more, and a retry would not change that. @returns false when the lease is lost */
  refused(leaseId: string, reason: string, now: Date): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    this.end('FAILED', now, reason);
    return true;
  }

  /**
   * The worker stops before the work is done. Another worker may begin at once; the attempt does not count.
   * @returns false when the lease is lost
   */
  released(leaseId: string, now: Date): boolean {
    if (!this.isHeldBy(leaseId)) return false;
    const attempts = this.current.attempts - 1;
    this.change({ leaseId: null, leasedUntil: null, dueAt: now, attempts });
    return true;
  }

  /**
   * Starts again after it failed for good: due at once, with all its attempts.
   * @throws {ExportNotFailed}
   */
  retry(now: Date): void {
    if (this.current.status !== 'FAILED') throw new ExportNotFailed(this.current.status);
    // Not QUEUED: its user may have requested the same workbook again, and only one request waits in the queue.
    this.change({ status: 'RUNNING', attempts: 0, dueAt: now, finishedAt: null, expiresAt: null });
  }

  private isHeldBy(leaseId: string): boolean {
    return !this.isFinished && this.current.leaseId === leaseId;
  }

  /** The links of a failed export expire with it: its reader may have lost the right to read the plan. */
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

  private change(changes: Partial<PlanExportState>): void {
    this.current = { ...this.current, ...changes };
  }
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** One line of bounded length, without characters that PostgreSQL cannot store. */
function shortened(reason: string): string {
  const line = reason.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line.length <= MAX_ERROR_LENGTH ? line : `${line.slice(0, MAX_ERROR_LENGTH - 1).toWellFormed()}…`;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ExportKey, PlanExportState } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { ExportLease } from './export-lease.js';
import type { ExportOutcome } from './export-outcome.js';
import { newExportToken } from './export-token.js';
import { ExportFiles, ExportLinks, ExportLog, ExportMail } from './export.ports.js';
import { ExportRefused, PlanWorkbooks, type MadeWorkbook } from './plan-workbooks.js';

/** Pause between two tries to record that a mail was accepted. */
const RECORDING_PAUSE_MS = 200;
/** By then the lease has ended and another attempt may have sent the mail again. */
const RECORDING_LIMIT_MS = 5 * 60_000;

/** The attempt must change nothing any more: it has lost the lease. */
class LeaseLost extends Error {}

/** The process is shutting down. */
class Stopping extends Error {}

/**
 * Carries exports out, whichever queue dispatched them. The row of an export shows at any time what is left to do,
 * so that a process may die at any point (ADR 9).
 */
@Injectable()
export class ExportRunner {
  private readonly inFlight = new Set<Promise<ExportOutcome>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly exports: PlanExportRepository,
    private readonly workbooks: PlanWorkbooks,
    private readonly files: ExportFiles,
    private readonly mail: ExportMail,
    private readonly links: ExportLinks,
    private readonly log: ExportLog,
  ) {}

  get isBusy(): boolean {
    return this.inFlight.size > 0;
  }

  /** Makes one attempt at an export if it is due and has no running attempt. Never rejects: failures are retried. */
  async run(key: ExportKey): Promise<ExportOutcome> {
    const startedAt = performance.now();
    const running = this.take(key).catch((error: unknown): ExportOutcome => ({
      result: 'unrecorded',
      error,
    }));
    this.inFlight.add(running);
    const outcome = await running;
    this.inFlight.delete(running);
    this.log.attempted(key, outcome, performance.now() - startedAt);
    return outcome;
  }

  /** Begins no more attempts. Those that have not begun their mail stop and give their lease back, the others finish. */
  async stop(): Promise<void> {
    this.stopping.abort(new Stopping('The service is shutting down.'));
    await Promise.allSettled(this.inFlight);
  }

  private async take(key: ExportKey): Promise<ExportOutcome> {
    if (this.stopping.signal.aborted) return { result: 'released' };
    const leaseId = randomUUID();
    const chance = Math.random();
    const taken = await this.exports.change(key, (planExport, now) => ({
      claim: planExport.claim(leaseId, now, chance),
      state: planExport.state,
    }));
    if (!taken) return { result: 'lost' };
    const { claim, state } = taken;
    if (claim !== 'claimed') return { result: claim };
    const lease = new ExportLease(this.exports, key, leaseId);
    try {
      return { attempt: state.attempts, ...(await this.attempt(key, state, lease)) };
    } finally {
      lease.stopRenewing();
    }
  }

  private async attempt(key: ExportKey, state: PlanExportState, lease: ExportLease): Promise<ExportOutcome> {
    try {
      const made = await this.make(state);
      await this.send(key, made, lease);
      return { result: await this.recordSent(key) };
    } catch (error) {
      if (error instanceof LeaseLost) return { result: 'lost' };
      if (error instanceof Stopping) return this.giveBack(key, lease);
      return this.fail(key, lease, error);
    }
  }

  private async giveBack(key: ExportKey, lease: ExportLease): Promise<ExportOutcome> {
    const isOurs = await this.exports.change(key, (planExport, now) => planExport.released(lease.id, now));
    return { result: isOurs === true ? 'released' : 'lost' };
  }

  private async fail(key: ExportKey, lease: ExportLease, error: unknown): Promise<ExportOutcome> {
    const result = error instanceof ExportRefused ? 'refused' : 'failed';
    const reason = reasonOf(error);
    const chance = Math.random();
    const recorded = await this.exports.change(key, (planExport, now) => {
      if (result === 'refused') return planExport.refused(lease.id, reason, now) ? result : 'lost';
      if (!planExport.failed(lease.id, reason, now, chance)) return 'lost';
      return planExport.isFinished ? 'given-up' : result;
    });
    return recorded === undefined || recorded === 'lost' ? { result: 'lost' } : { result: recorded, error };
  }

  private async make(state: PlanExportState): Promise<MadeWorkbook> {
    try {
      return await this.workbooks.make(state, this.stopping.signal);
    } catch (error) {
      // During a shutdown the database connection may be closed already: not a failure of the export.
      if (!(error instanceof ExportRefused)) this.stopping.signal.throwIfAborted();
      throw error;
    }
  }

  /** The last checks before the mail; after them nothing stops it. */
  private async send(key: ExportKey, made: MadeWorkbook, lease: ExportLease): Promise<void> {
    const { token, digest } = newExportToken();
    this.stopping.signal.throwIfAborted();
    if (lease.isLost) throw new LeaseLost();
    const begun = await this.exports.change(key, (planExport, now) => ({
      isOurs: planExport.beginMail(lease.id, made.fileName, now, this.links.ttlMs),
      expiresAt: planExport.state.expiresAt,
    }));
    if (begun && !begun.isOurs) throw new LeaseLost();
    if (!begun?.expiresAt || !(await this.exports.addLink(key, digest))) {
      await this.files.remove(made.fileKey); // the plan was deleted while its workbook was made
      throw new LeaseLost();
    }
    const { to, language, timeZone, planTitle } = made;
    const link = this.links.linkTo(token);
    await this.mail.send({
      exportId: key.exportId,
      to,
      language,
      timeZone,
      planTitle,
      link,
      expiresAt: begun.expiresAt,
    });
  }

  /** Only this process knows that the mail was accepted, so it keeps trying to record that. */
  private async recordSent(key: ExportKey): Promise<'sent' | 'lost'> {
    const giveUpAt = performance.now() + RECORDING_LIMIT_MS;
    for (;;) {
      try {
        const isRecorded = await this.exports.change(key, (planExport, now) => {
          planExport.sent(now);
          return true;
        });
        return isRecorded ? 'sent' : 'lost';
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
        await sleep(RECORDING_PAUSE_MS);
      }
    }
  }
}

/** Text for `lastError`: name, code and message of the error. */
function reasonOf(error: unknown): string {
  if (error instanceof ExportRefused) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isCodeSaid = typeof code !== 'string' || error.message.includes(code);
  return [error.name, isCodeSaid ? undefined : code, error.message].filter(Boolean).join(': ');
}

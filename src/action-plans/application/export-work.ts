import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EXPORT_RENEWAL_MS } from '../domain/export-schedule.js';
import type { Claim, PlanExportState } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { newExportToken } from './export-token.js';
import { ExportFiles, ExportLinks, ExportMail } from './export.ports.js';
import { ExportRefused, PlanWorkbooks, type MadeWorkbook } from './plan-workbooks.js';

/** What one attempt came to; `lost` when somebody else has taken over or the export is gone. */
export interface Outcome {
  readonly result: 'sent' | 'failed' | 'refused' | 'released' | 'lost' | Exclude<Claim, 'claimed'>;
  /** Which attempt it was, from 1. */
  readonly attempt?: number;
  readonly error?: unknown;
}

/** Between two tries to record that a mail was accepted. */
const RECORDING_PAUSE_MS = 200;
/** As long as this; then the lease is long over and somebody else sends the mail again. */
const RECORDING_LIMIT_MS = 5 * 60_000;

/** The attempt must end without a trace: it does not hold the lease any more. */
class LeaseLost extends Error {}

/** The process stops. */
class Stopping extends Error {}

/**
 * Carries exports out: the one way to do so, however they were handed out. Whatever happens to the process, the
 * record says what is still to be done (ADR 0009).
 */
@Injectable()
export class ExportWork {
  private readonly inFlight = new Set<Promise<Outcome>>();
  private isStopping = false;

  constructor(
    private readonly exports: PlanExportRepository,
    private readonly workbooks: PlanWorkbooks,
    private readonly files: ExportFiles,
    private readonly mail: ExportMail,
    private readonly links: ExportLinks,
  ) {}

  /** Makes one attempt at an export if it is due and nobody else works on it. @throws only when the database fails */
  async run(exportId: string): Promise<Outcome> {
    const running = this.take(exportId);
    this.inFlight.add(running);
    try {
      return await running;
    } finally {
      this.inFlight.delete(running);
    }
  }

  /** Takes nothing more. Attempts that have not begun their mail give their lease back, the others finish. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.allSettled(this.inFlight);
  }

  private async take(exportId: string): Promise<Outcome> {
    if (this.isStopping) return { result: 'released' };
    const leaseId = randomUUID();
    const chance = Math.random();
    const taken = await this.exports.change(exportId, (planExport, now) => ({
      claim: planExport.claim(leaseId, now, chance),
      state: planExport.state,
    }));
    if (!taken) return { result: 'lost' };
    const { claim, state } = taken;
    if (claim !== 'claimed') return { result: claim };
    const lease = new Lease(this.exports, exportId, leaseId);
    try {
      return { attempt: state.attempts, ...(await this.attempt(state, lease)) };
    } finally {
      lease.stopRenewing();
    }
  }

  private async attempt(state: PlanExportState, lease: Lease): Promise<Outcome> {
    const { id } = state;
    try {
      const made = await this.make(state);
      await this.send(id, made, lease);
      return { result: await this.recordSent(id) };
    } catch (error) {
      if (error instanceof LeaseLost) return { result: 'lost' };
      if (error instanceof Stopping) return this.giveBack(id, lease);
      return this.fail(id, lease, error);
    }
  }

  private async giveBack(id: string, lease: Lease): Promise<Outcome> {
    const isOurs = await this.exports.change(id, (planExport, now) => planExport.released(lease.id, now));
    return { result: isOurs === true ? 'released' : 'lost' };
  }

  private async fail(id: string, lease: Lease, error: unknown): Promise<Outcome> {
    const result = error instanceof ExportRefused ? 'refused' : 'failed';
    const reason = reasonOf(error);
    const chance = Math.random();
    const isOurs = await this.exports.change(id, (planExport, now) =>
      result === 'refused'
        ? planExport.refused(lease.id, reason, now)
        : planExport.failed(lease.id, reason, now, chance),
    );
    return isOurs === true ? { result, error } : { result: 'lost' };
  }

  private async make(state: PlanExportState): Promise<MadeWorkbook> {
    try {
      return await this.workbooks.make(state);
    } catch (error) {
      // What is needed for it may be gone already; that says nothing about the export.
      throw this.isStopping && !(error instanceof ExportRefused) ? new Stopping() : error;
    }
  }

  /** Past the last check nothing keeps the mail from going out; before it, nothing has been promised to anybody. */
  private async send(id: string, made: MadeWorkbook, lease: Lease): Promise<void> {
    const { token, digest } = newExportToken();
    if (this.isStopping) throw new Stopping();
    if (lease.isLost) throw new LeaseLost();
    const begun = await this.exports.change(id, (planExport, now) => ({
      isOurs: planExport.beginMail(lease.id, made.fileName, now, this.links.ttlMs),
      expiresAt: planExport.state.expiresAt,
    }));
    if (begun && !begun.isOurs) throw new LeaseLost();
    if (!begun?.expiresAt || !(await this.exports.addLink(id, digest))) {
      await this.files.remove(made.fileKey); // the plan was deleted while its workbook was made
      throw new LeaseLost();
    }
    const { to, language, timeZone, planTitle } = made;
    const link = this.links.linkTo(token);
    await this.mail.send({
      exportId: id,
      to,
      language,
      timeZone,
      planTitle,
      link,
      expiresAt: begun.expiresAt,
    });
  }

  /** Only this process knows that the mail was accepted, so it does not give up at the first trouble. */
  private async recordSent(id: string): Promise<'sent' | 'lost'> {
    const giveUpAt = performance.now() + RECORDING_LIMIT_MS;
    for (;;) {
      try {
        const isRecorded = await this.exports.change(id, (planExport, now) => {
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

/** Keeps the lease of an attempt for as long as the attempt goes on. */
class Lease {
  isLost = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly exports: PlanExportRepository,
    private readonly exportId: string,
    readonly id: string,
  ) {
    this.timer = setInterval(() => void this.renew(), EXPORT_RENEWAL_MS);
  }

  stopRenewing(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    try {
      const isOurs = await this.exports.change(this.exportId, (planExport, now) =>
        planExport.renew(this.id, now),
      );
      if (isOurs !== true) this.isLost = true;
    } catch {
      // The next renewal may succeed; if the lease runs out before, the check before the mail notices.
    }
  }
}

/** What an operator reads in the record: the kind of the error, its code and its words. */
function reasonOf(error: unknown): string {
  if (error instanceof ExportRefused) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isCodeSaid = typeof code !== 'string' || error.message.includes(code);
  return [error.name, isCodeSaid ? undefined : code, error.message].filter(Boolean).join(': ');
}

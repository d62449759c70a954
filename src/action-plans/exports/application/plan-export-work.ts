import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CredentialSecrets } from '../../../identity/index.js';
import type { JobAttempt } from '../../../shared-kernel/jobs.js';
import type { ExportKey } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { ExportMail } from './export.ports.js';
import { PlanWorkbooks } from './plan-workbooks.js';

/** Pause between two tries to record that a mail was accepted. */
const RECORDING_PAUSE_MS = 200;
/** By then the lease has ended and another attempt may have sent the mail again. */
const RECORDING_LIMIT_MS = 5 * 60_000;

/** Makes the workbook of an export and sends its link. */
@Injectable()
export class PlanExportWork {
  constructor(
    private readonly exports: PlanExportRepository,
    private readonly workbooks: PlanWorkbooks,
    private readonly mail: ExportMail,
    private readonly secrets: CredentialSecrets,
  ) {}

  /** Does nothing for an export that is sent, or whose plan or requester is deleted. @throws {JobRefused} */
  async run(key: ExportKey, job: JobAttempt): Promise<void> {
    const begun = await this.exports.begin(key);
    if (!begun) return;
    const { fileName, ...made } = await this.workbooks.make(begun, job.signal);
    const { credential: token, digest } = await this.secrets.issue('exportLink');
    job.signal.throwIfAborted();
    await job.step('mail', job.attempt);
    // From here on nothing stops the mail.
    const link = { digest, ttlMs: this.mail.linkTtlMs, fileName };
    const expiresAt = await this.exports.beginMail(key, link);
    if (!expiresAt) return;
    await this.mail.send({ exportId: key.exportId, ...made, token, expiresAt });
    await this.recordSent(key);
  }

  /**
   * Only this process knows that the mail was accepted, so it keeps trying to record that, also when it has lost the
   * lease: it keeps other attempts from sending another mail.
   */
  private async recordSent(key: ExportKey): Promise<void> {
    const giveUpAt = performance.now() + RECORDING_LIMIT_MS;
    for (;;) {
      try {
        await this.exports.sent(key);
        return;
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
        await sleep(RECORDING_PAUSE_MS);
      }
    }
  }
}

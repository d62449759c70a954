import { Injectable } from '@nestjs/common';
import { CredentialSecrets } from '../../../identity/index.js';
import type { JobAttempt } from '../../../shared-kernel/jobs.js';
import { keepTrying } from '../../../shared-kernel/keep-trying.js';
import type { ExportKey } from '../domain/plan-export.js';
import { ExportMail } from './export.ports.js';
import { PlanExportStore } from './plan-export.store.js';
import { PlanWorkbooks } from './plan-workbooks.js';

/** By then the lease has ended and another attempt may have sent the mail again. */
const RECORDING_LIMIT_MS = 5 * 60_000;

/** Makes the workbook of an export and sends its link. */
@Injectable()
export class PlanExportWork {
  constructor(
    private readonly exports: PlanExportStore,
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
    // Also when the lease is lost: it keeps other attempts from sending another mail.
    await keepTrying(() => this.exports.sent(key), RECORDING_LIMIT_MS);
  }
}

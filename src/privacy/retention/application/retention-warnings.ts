import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../../identity/index.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Jobs } from '../../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { RETAINED_KINDS, type RetainedKind } from '../domain/retention-run.js';
import { retentionMail } from './retention-mail.js';
import { RetentionPreview } from './retention-preview.js';
import { RetentionRunStore } from './retention-run.store.js';

export const RETENTION_MAIL_JOB = 'retention-mail';

/** The reader of a mail, the time of the run, and the numbers of records that it removes. */
export type RetentionMailPayload = { readonly userId: string; readonly atMs: number } & {
  readonly [Kind in RetainedKind]?: number;
};

/** Tells admins what the next run will remove. */
@Injectable()
export class RetentionWarnings {
  constructor(
    private readonly runs: RetentionRunStore,
    private readonly preview: RetentionPreview,
    private readonly identity: IdentityQueries,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailer: Mailer,
  ) {}

  /** Adds a mail to each admin of a company, once for a run. There is none about a run that removes nothing. */
  async warn(companyId: string): Promise<void> {
    const run = await this.runs.planned(companyId);
    const { kinds = [] } = run ? await this.preview.of(run, 0) : {};
    const counted = kinds.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count] as const);
    await this.unitOfWork.run(async (transaction) => {
      const locked = await this.runs.lockToWarn(companyId, transaction);
      // Another process has warned, or the settings were changed since they were read.
      if (!run || locked?.at.getTime() !== run.at.getTime()) return;
      await this.runs.setWarned(companyId, transaction);
      if (counted.length === 0) return;
      const admins = await this.identity.activeAdmins(companyId, transaction);
      const counts: Record<string, number> = Object.fromEntries(counted);
      const payload = { atMs: run.at.getTime(), ...counts };
      const jobs = admins.map((userId) => ({ companyId, payload: { userId, ...payload } }));
      await this.jobs.addAll(RETENTION_MAIL_JOB, jobs, transaction);
    });
  }

  /** Sends nothing about a run that is not planned any more, and nothing to those who are no admins any more. */
  async send(companyId: string, { userId, atMs, ...counted }: RetentionMailPayload): Promise<void> {
    const run = await this.runs.planned(companyId);
    const person = await this.identity.findActivePerson(companyId, userId);
    if (run?.at.getTime() !== atMs || person?.actor.role !== 'ADMIN') return;
    const { name, email: address, actor, companyName, timeZone } = person;
    const counts = Object.fromEntries(
      RETAINED_KINDS.flatMap((kind) => (counted[kind] === undefined ? [] : [[kind, counted[kind]]])),
    );
    const reader = { id: userId, name, address, language: actor.language };
    const announced = { companyId, companyName, timeZone, at: run.at, counts, reader };
    await this.mailer.send(retentionMail(announced, this.mailer.host));
  }
}

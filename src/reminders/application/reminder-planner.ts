import { Injectable } from '@nestjs/common';
import { NewAssignmentRepository, type NewlyAssigned } from '../../action-plans/index.js';
import { Jobs } from '../../shared-kernel/jobs.js';
import { localDay, type Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { dailyMailOf, keyOf, type PlannedMail } from '../domain/planned-mail.js';
import { QUIET_MS } from '../domain/reminder-rules.js';
import {
  digestAfter,
  dueDigest,
  dueMornings,
  morningsBefore,
  type RemindingCompany,
} from '../domain/reminding-company.js';
import { MailedPeople } from './mailed-people.js';
import { RecipientStore } from './recipient.store.js';
import { ReminderSettingsStore } from './reminder-settings.store.js';

/** The kind of the jobs that send mails. */
export const REMINDER_MAIL_JOB = 'reminder-mail';

/** The payload of such a job. */
export type ReminderMailPayload = PlannedMail & { readonly recipientId: string };

/** People whose mails are planned by one statement. */
const PART = 1_000;

/** Assignments of a company that sends no reminders, and of people without an address, are forgotten after it. */
const KEPT_MS = 14 * 86_400_000;

/**
 * Plans mails: a job for each person and mail, in the transaction that records that the mail is planned. Every process
 * may plan at any time; the time is a parameter, which workers set to now.
 */
@Injectable()
export class ReminderPlanner {
  constructor(
    private readonly settings: ReminderSettingsStore,
    private readonly recipients: RecipientStore,
    private readonly people: MailedPeople,
    private readonly assignments: NewAssignmentRepository,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Plans the mails of the mornings and digests that are due. A company whose mails cannot be planned does not keep
   * others from theirs.
   * @throws the first of the errors
   */
  async planMornings(at: Date, signal?: AbortSignal): Promise<void> {
    const errors: unknown[] = [];
    for (const company of await this.settings.remindingCompanies()) {
      if (signal?.aborted) return;
      if (!dueMornings(company, at) && dueDigest(company, at) === undefined) continue;
      await this.planCompany(company.companyId, at).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Plans the mails to people whom others have assigned. Those who have had one today wait for the morning. */
  async planAssigned(at: Date): Promise<void> {
    const companies = (await this.settings.remindingCompanies()).flatMap((company) => {
      const { companyId, remindersSince } = company;
      return remindersSince ? [{ ...company, companyId, since: remindersSince }] : [];
    });
    const quiet = new Date(at.getTime() - QUIET_MS);
    const found = await this.assignments.findUnplanned(companies, quiet, PART);
    for (const company of companies) {
      const people = found.filter(({ companyId }) => companyId === company.companyId);
      if (people.length > 0) await this.planPeople(company, people, localDay(at, company.timeZone));
    }
  }

  /** Removes assignments that get no mail. @returns how many, at most `limit` */
  forget(at: Date, limit: number): Promise<number> {
    return this.assignments.removeBefore(new Date(at.getTime() - KEPT_MS), limit);
  }

  private async planCompany(companyId: string, at: Date): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const company = await this.settings.lockRemindingCompany(companyId, transaction);
      if (!company) return;
      const mornings = dueMornings(company, at);
      const due = dueDigest(company, at);
      const later = due === undefined && mornings ? digestAfter(company, mornings.through) : undefined;
      const digest = due ?? (later && mornings?.through);
      // A reader of the digest gets the reminders with it, and no other mail in the morning.
      if (digest !== undefined) {
        const people = await this.people.ofDigest(company, transaction);
        const mail = { ...(mornings ?? morningsBefore(company, digest)), digest };
        await this.planMails(company, people, mail, transaction, later);
      }
      if (mornings) {
        const people = await this.people.ofMornings(company, mornings, transaction);
        await this.planMails(company, people, mornings, transaction);
      }
      await this.settings.setPlanned(companyId, { morning: mornings?.through, digest }, transaction);
    });
  }

  private async planPeople(company: RemindingCompany, people: NewlyAssigned[], today: Day): Promise<void> {
    const { companyId } = company;
    const ids = people.map(({ employeeId }) => employeeId);
    await this.unitOfWork.run(async (transaction) => {
      const addresses = await this.people.assignedByOthers(companyId, people, transaction);
      await this.assignments.plan(companyId, ids, transaction);
      await this.planMails(company, new Set(addresses.keys()), { assigned: today }, transaction);
    });
  }

  /** @param dueAt - now, unless it is given */
  private async planMails(
    { companyId }: RemindingCompany,
    people: ReadonlySet<string>,
    mail: PlannedMail,
    transaction: Transaction,
    dueAt?: Date,
  ): Promise<void> {
    const { kind, day } = dailyMailOf(mail);
    const emailKeys = [...people];
    for (let at = 0; at < emailKeys.length; at += PART) {
      const part = emailKeys.slice(at, at + PART);
      const recipients = await this.recipients.claim(companyId, part, day, kind, transaction);
      const jobs = recipients.map(({ id }) => ({
        companyId,
        payload: { ...mail, recipientId: id },
        key: keyOf(mail, id),
        ...(dueAt && { dueAt }),
      }));
      await this.jobs.addAll(REMINDER_MAIL_JOB, jobs, transaction);
    }
  }
}

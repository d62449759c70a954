import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { addDays, momentOf, type Day } from '../../shared-kernel/local-days.js';
import type { PlannedMail } from '../domain/planned-mail.js';
import { RecipientRepository } from '../domain/recipient.repository.js';
import { ReminderPlanRepository } from '../domain/reminder-plan.repository.js';
import { digestAfter, dueDigest, dueMornings, type RemindingCompany } from '../domain/reminding-company.js';
import { MailContentsQueries, type MailContents } from './mail-contents.js';
import { PeopleToRemind } from './people-to-remind.js';

/** Shows mails without sending or planning them. */
@Injectable()
export class ReminderPreview {
  constructor(
    private readonly plans: ReminderPlanRepository,
    private readonly recipients: RecipientRepository,
    private readonly people: PeopleToRemind,
    private readonly contents: MailContentsQueries,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The mails of the morning and of the digest that have begun on the day of a time, as if all mails before had been
   * sent. They depend on the plans and assignments of now. In the order of the addresses.
   * @param at - a day stands for its end in the time zone of the company
   */
  async *at(companyId: string, at: DayOrMoment): AsyncGenerator<MailContents['mail']> {
    const company = await this.plans.find(companyId);
    if (!company) return;
    const time = 'moment' in at ? at.moment : endOf(at.day, company.timeZone);
    for (const { emailKey, mail } of await this.planned(company, time)) {
      const wishes = (await this.recipients.find(companyId, emailKey)) ?? { reminders: true, digest: true };
      const found = await this.contents.find(company, { ...wishes, emailKey }, mail);
      if (found) yield found.mail;
    }
  }

  private async planned(
    { ...settings }: RemindingCompany,
    time: Date,
  ): Promise<{ readonly emailKey: string; readonly mail: PlannedMail }[]> {
    const company = { ...settings, plannedMorning: null, plannedDigest: null };
    const digest = dueDigest(company, time);
    const due = dueMornings(company, time);
    const mornings = due && { ...due, after: addDays(due.through, -1) };
    return this.unitOfWork.run(async (transaction) => {
      const readers = new Set<string>();
      if (digest !== undefined || (mornings && digestAfter(company, mornings.through)))
        for (const emailKey of await this.people.ofDigest(company, transaction)) readers.add(emailKey);
      const mails = new Map<string, PlannedMail>();
      if (mornings) {
        const { due: reminded, assigned } = await this.people.ofMornings(company, mornings, transaction);
        for (const emailKey of [...reminded, ...assigned])
          if (!readers.has(emailKey)) mails.set(emailKey, { mornings });
      }
      if (digest !== undefined)
        for (const emailKey of readers) mails.set(emailKey, { digest, ...(mornings && { mornings }) });
      return [...mails].map(([emailKey, mail]) => ({ emailKey, mail })).sort(byAddress);
    });
  }
}

function byAddress(one: { readonly emailKey: string }, other: { readonly emailKey: string }): number {
  return one.emailKey < other.emailKey ? -1 : 1;
}

function endOf(day: Day, timeZone: string): Date {
  return new Date(momentOf(addDays(day, 1), 0, timeZone).getTime() - 1);
}

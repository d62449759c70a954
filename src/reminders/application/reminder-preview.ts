import { Injectable } from '@nestjs/common';
import { NewAssignmentRepository } from '../../action-plans/index.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { addDays, localDay, momentOf } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { PlannedMail } from '../domain/planned-mail.js';
import { RecipientRepository } from '../domain/recipient.repository.js';
import { ReminderPlanRepository } from '../domain/reminder-plan.repository.js';
import { QUIET_MS } from '../domain/reminder-rules.js';
import { mailTimes, type RemindingCompany } from '../domain/reminding-company.js';
import { DEFAULT_WISHES } from '../domain/wishes.js';
import { MailContentsQueries, type MailContents } from './mail-contents.js';
import { PeopleToRemind } from './people-to-remind.js';

/** Between two rounds of the planner. */
const ROUND_MS = 60_000;

/** Most people whose new assignments are looked at: more than any company has. */
const MAX_ASSIGNED = 1_000_000;

/** Between two mornings there are fewer days. */
const DAYS_OF_WEEK = 7;

interface Period {
  readonly from: Date;
  /** Excluded. */
  readonly until: Date;
}

interface DueMail {
  readonly emailKey: string;
  readonly at: Date;
  readonly mail: PlannedMail;
}

/** People of a company whose mails differ from those of others. */
interface Differing {
  readonly readers: ReadonlySet<string>;
  /** The times of mails about assignments only. */
  readonly assigned: ReadonlyMap<string, Date>;
}

/** Shows mails without sending or planning them. */
@Injectable()
export class ReminderPreview {
  constructor(
    private readonly plans: ReminderPlanRepository,
    private readonly recipients: RecipientRepository,
    private readonly people: PeopleToRemind,
    private readonly assignments: NewAssignmentRepository,
    private readonly contents: MailContentsQueries,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The mails that a service that runs without interruption sends on a day, or in the next round from a moment on. They
   * depend on the plans and assignments of now. In the order of sending, then of the addresses.
   */
  async *at(companyId: string, at: DayOrMoment): AsyncGenerator<MailContents['mail']> {
    const company = await this.plans.find(companyId);
    if (!company) return;
    const period = periodOf(at, company.timeZone);
    const { mails, differing } = await this.dueMails(company, period);
    for (const { emailKey, at: time, mail } of mails) {
      const wishes = (await this.recipients.find(companyId, emailKey)) ?? DEFAULT_WISHES;
      const assigned = { after: mailBefore(company, emailKey, time, differing), through: time };
      const found = await this.contents.find(company, { ...wishes, emailKey }, mail, assigned);
      if (found) yield found.mail;
    }
  }

  private dueMails(
    company: RemindingCompany,
    period: Period,
  ): Promise<{ readonly mails: DueMail[]; readonly differing: Differing }> {
    const { timeZone } = company;
    return this.unitOfWork.run(async (transaction) => {
      const readers = await this.people.ofDigest(company, transaction);
      const assigned = await this.assignedMails(company, period, transaction);
      const mails = [...assigned].map(([emailKey, at]): DueMail => {
        return { emailKey, at, mail: { assigned: localDay(at, timeZone) } };
      });
      const last = localDay(new Date(period.until.getTime() - 1), timeZone);
      for (let day = localDay(period.from, timeZone); day <= last; day = addDays(day, 1)) {
        const { morning, digest } = mailTimes(company, day);
        const mornings = morning && { after: addDays(day, -1), through: day };
        if (digest && isIn(period, digest))
          for (const emailKey of readers)
            mails.push({ emailKey, at: digest, mail: { digest: day, ...(mornings && { mornings }) } });
        if (!morning || !mornings || !isIn(period, morning)) continue;
        const found = await this.people.ofMornings(
          company,
          { ...mornings, weekdays: company.weekdays },
          transaction,
        );
        for (const emailKey of new Set([...found.due, ...found.assigned]))
          if (!digest || !readers.has(emailKey)) mails.push({ emailKey, at: morning, mail: { mornings } });
      }
      return {
        mails: mails.filter(({ at }) => isIn(period, at)).sort(byTimeAndAddress),
        differing: { readers, assigned },
      };
    });
  }

  /** The addresses and times of mails about assignments only, at most one in a day. */
  private async assignedMails(
    { companyId, remindersSince, timeZone }: RemindingCompany,
    { until }: Period,
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, Date>> {
    if (!remindersSince) return new Map();
    const company = { companyId, since: remindersSince };
    const people = await this.assignments.findUnplanned([company], until, MAX_ASSIGNED);
    const mails = new Map<string, Date>();
    for (const [emailKey, last] of await this.people.assignedByOthers(companyId, people, transaction)) {
      const at = new Date(last.getTime() + QUIET_MS);
      const lastDay = (await this.recipients.find(companyId, emailKey, transaction))?.lastAssigned ?? '';
      if (lastDay < localDay(at, timeZone)) mails.set(emailKey, at);
    }
    return mails;
  }
}

/** The time of the last mail to a person before another one, which has had all assignments until then. */
function mailBefore(
  company: RemindingCompany,
  emailKey: string,
  time: Date,
  { readers, assigned }: Differing,
): Date {
  const today = localDay(time, company.timeZone);
  const isReader = readers.has(emailKey);
  const times = Array.from({ length: DAYS_OF_WEEK + 1 }, (_, days) => {
    const { morning, digest } = mailTimes(company, addDays(today, -days));
    return isReader ? (digest ?? morning) : morning;
  });
  const before = [...times, assigned.get(emailKey)].map((one) => one?.getTime() ?? 0);
  return new Date(Math.max(0, ...before.filter((one) => one < time.getTime())));
}

function periodOf(at: DayOrMoment, timeZone: string): Period {
  if ('moment' in at) {
    // The round begins up to a minute later, and the one before it began up to a minute earlier.
    const time = at.moment.getTime();
    return { from: new Date(time - ROUND_MS + 1), until: new Date(time + ROUND_MS) };
  }
  return { from: momentOf(at.day, 0, timeZone), until: momentOf(addDays(at.day, 1), 0, timeZone) };
}

function isIn({ from, until }: Period, time: Date): boolean {
  return time >= from && time < until;
}

function byTimeAndAddress(one: DueMail, other: DueMail): number {
  return one.at.getTime() - other.at.getTime() || (one.emailKey < other.emailKey ? -1 : 1);
}

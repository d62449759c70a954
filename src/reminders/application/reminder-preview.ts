import { Injectable } from '@nestjs/common';
import { NewAssignmentRepository } from '../../action-plans/index.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { addDays, localDay, momentOf } from '../../shared-kernel/local-days.js';
import type { PlannedMail } from '../domain/planned-mail.js';
import { QUIET_MS } from '../domain/reminder-rules.js';
import { mailTimes, type RemindingCompany } from '../domain/reminding-company.js';
import { DEFAULT_WISHES } from '../domain/wishes.js';
import { MailContentsQueries, type MailContents } from './mail-contents.js';
import { MailedPeople } from './mailed-people.js';
import { RecipientStore } from './recipient.store.js';
import { ReminderSettingsStore } from './reminder-settings.store.js';

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

/** Shows mails without sending or planning them. */
@Injectable()
export class ReminderPreview {
  constructor(
    private readonly settings: ReminderSettingsStore,
    private readonly recipients: RecipientStore,
    private readonly people: MailedPeople,
    private readonly assignments: NewAssignmentRepository,
    private readonly contents: MailContentsQueries,
  ) {}

  /**
   * The mails that a service that runs without interruption sends on a day, or in the next round from a moment on. They
   * depend on the plans and assignments of now. In the order of sending, then of the addresses.
   */
  async *at(companyId: string, at: DayOrMoment): AsyncGenerator<MailContents['mail']> {
    const company = await this.settings.remindingCompany(companyId);
    if (!company) return;
    const period = periodOf(at, company.timeZone);
    const readers = await this.people.ofDigest(company);
    const assigned = await this.assignedMails(company, period);
    const mails = [
      ...[...assigned.values()].filter((mail) => isIn(period, mail.at)),
      ...(await this.dailyMails(company, period, readers)),
    ];
    for (const { emailKey, at: time, mail } of mails.sort(byTimeAndAddress)) {
      const wishes = (await this.recipients.find(companyId, emailKey)) ?? DEFAULT_WISHES;
      const earlier = [...dailyTimes(company, time, readers.has(emailKey)), assigned.get(emailKey)?.at];
      const found = await this.contents.find(company, { ...wishes, emailKey }, mail, {
        after: lastBefore(time, earlier),
        through: time,
      });
      if (found) yield found.mail;
    }
  }

  /** The mails of mornings and digests. */
  private async dailyMails(
    company: RemindingCompany,
    period: Period,
    readers: ReadonlySet<string>,
  ): Promise<DueMail[]> {
    const { timeZone } = company;
    const mails: DueMail[] = [];
    const last = localDay(new Date(period.until.getTime() - 1), timeZone);
    for (let day = localDay(period.from, timeZone); day <= last; day = addDays(day, 1)) {
      const { morning, digest } = mailTimes(company, day);
      const mornings = morning && { after: addDays(day, -1), through: day };
      if (digest && isIn(period, digest))
        for (const emailKey of readers)
          mails.push({ emailKey, at: digest, mail: { ...mornings, digest: day } });
      if (!mornings || !isIn(period, morning)) continue;
      for (const emailKey of await this.people.ofMornings(company, mornings))
        if (!digest || !readers.has(emailKey)) mails.push({ emailKey, at: morning, mail: mornings });
    }
    return mails;
  }

  /** The mails about assignments only, by address: at most one in a day. */
  private async assignedMails(
    { companyId, remindersSince, timeZone }: RemindingCompany,
    { until }: Period,
  ): Promise<ReadonlyMap<string, DueMail>> {
    const mails = new Map<string, DueMail>();
    if (!remindersSince) return mails;
    const company = { companyId, since: remindersSince };
    const people = await this.assignments.findUnplanned([company], until, MAX_ASSIGNED);
    for (const [emailKey, last] of await this.people.assignedByOthers(companyId, people)) {
      const at = new Date(last.getTime() + QUIET_MS);
      const day = localDay(at, timeZone);
      const lastDay = (await this.recipients.find(companyId, emailKey))?.lastAssigned ?? '';
      if (lastDay < day) mails.set(emailKey, { emailKey, at, mail: { assigned: day } });
    }
    return mails;
  }
}

/** The times of the mails of mornings and digests to a person in the week up to a time. */
function dailyTimes(company: RemindingCompany, through: Date, isReader: boolean): (Date | undefined)[] {
  const today = localDay(through, company.timeZone);
  return Array.from({ length: DAYS_OF_WEEK + 1 }, (_, days) => {
    const { morning, digest } = mailTimes(company, addDays(today, -days));
    return isReader ? (digest ?? morning) : morning;
  });
}

/** The last mail before a time, which has had all assignments until then. */
function lastBefore(time: Date, times: readonly (Date | undefined)[]): Date {
  const before = times.map((one) => one?.getTime() ?? 0).filter((one) => one < time.getTime());
  return new Date(Math.max(0, ...before));
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

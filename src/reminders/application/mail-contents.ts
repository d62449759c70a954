import { Injectable } from '@nestjs/common';
import {
  RemindedActionsQueries,
  type AssignedPerson,
  type ManagedPart,
  type RemindedAction,
} from '../../action-plans/index.js';
import { ChangesByOthersQueries } from '../../audit/index.js';
import { addDays, calendarDay, mondayOf, momentOf, type Day } from '../../shared-kernel/local-days.js';
import { morningsOf, type PlannedMail } from '../domain/planned-mail.js';
import { dueAround, type Reminder } from '../domain/reminder-rules.js';
import { reminderFor, type RemindingCompany } from '../domain/reminding-company.js';
import type { Wishes } from '../domain/wishes.js';
import { MailedPeople } from './mailed-people.js';
import type { Digest, Listed, MailedAction, ReminderMail } from './reminder-mail.js';

/** The contents of a mail, and the new assignments in it. */
export interface MailContents {
  readonly mail: Omit<ReminderMail, 'wishesUrl' | 'key'>;
  /** The person, and the time of the last new assignment in the mail. */
  readonly told: { readonly employeeId: string; readonly through: Date } | undefined;
}

/** Assignments that a mail may have. */
export interface AssignedPeriod {
  readonly after: Date;
  readonly through: Date;
}

/** Actions in each list of a mail. */
export const MAX_LISTED_ACTIONS = 20;

/** Actions of a person that are read for each list. */
export const MAX_CONSIDERED_ACTIONS = 1_000;

interface Reminders extends Record<Reminder, Listed<MailedAction>> {
  readonly assigned: Listed<MailedAction>;
  readonly told: MailContents['told'];
}

const NO_ACTIONS: Listed<MailedAction> = { entries: [], more: 0 };
const NO_REMINDERS: Reminders = {
  assigned: NO_ACTIONS,
  dueSoon: NO_ACTIONS,
  overdue: NO_ACTIONS,
  told: undefined,
};

/** Decides, when a mail is sent, what is in it: what was completed, moved or deleted meanwhile is left out. */
@Injectable()
export class MailContentsQueries {
  constructor(
    private readonly people: MailedPeople,
    private readonly actions: RemindedActionsQueries,
    private readonly changes: ChangesByOthersQueries,
  ) {}

  /**
   * Undefined when the mail would be empty, or nobody may get it.
   * @param period - of the new assignments; all of them, unless it is given
   */
  async find(
    company: RemindingCompany,
    recipient: Wishes & { readonly emailKey: string },
    planned: PlannedMail,
    period?: AssignedPeriod,
  ): Promise<MailContents | undefined> {
    const { companyId } = company;
    const person = await this.people.find(companyId, recipient.emailKey);
    if (!person) return undefined;
    const { employeeId, userId } = person;
    const isReminded = recipient.reminders && company.remindersSince && employeeId !== undefined;
    const { told, ...reminders } = isReminded
      ? await this.remindersOf(company, { companyId, employeeId, userId }, planned, period)
      : NO_REMINDERS;
    const isReader = recipient.digest && company.digestSince && person.isManager;
    const digest =
      isReader && userId !== undefined && planned.digest !== undefined
        ? await this.digestOf(company, userId, planned.digest)
        : undefined;
    if (!digest && Object.values(reminders).every(isEmpty)) return undefined;
    const language = person.language ?? company.language;
    return {
      mail: { to: person.to, language, companyName: company.name, ...reminders, ...(digest && { digest }) },
      told,
    };
  }

  private async remindersOf(
    company: RemindingCompany,
    person: AssignedPerson,
    planned: PlannedMail,
    period?: AssignedPeriod,
  ): Promise<Reminders> {
    const { remindersSince, timeZone } = company;
    const mornings = morningsOf(planned);
    const mailed = (action: RemindedAction): MailedAction => mailedAction(action, timeZone);
    const all = remindersSince
      ? await this.actions.newlyAssignedTo(person, remindersSince, MAX_CONSIDERED_ACTIONS)
      : [];
    const assigned = period
      ? all.filter(({ assignedAt }) => assignedAt > period.after && assignedAt <= period.through)
      : all;
    const due = mornings
      ? await this.actions.dueActionsOf(person, dueAround(mornings), MAX_CONSIDERED_ACTIONS)
      : [];
    const dueFor = (reminder: Reminder): Listed<MailedAction> =>
      listed(
        due
          .filter(
            ({ dueDate, storedAt }) =>
              mornings && dueDate && reminderFor({ dueDate, storedAt }, mornings, company) === reminder,
          )
          .map(mailed),
      );
    const last = assigned.at(-1);
    return {
      assigned: listed(assigned.map(mailed)),
      dueSoon: dueFor('dueSoon'),
      overdue: dueFor('overdue'),
      told: last && { employeeId: person.employeeId, through: last.assignedAt },
    };
  }

  /** Undefined when there is nothing in it. */
  private async digestOf(
    { companyId, timeZone }: RemindingCompany,
    userId: string,
    day: Day,
  ): Promise<Digest | undefined> {
    const monday = mondayOf(day);
    const [from, until] = [addDays(monday, -7), monday].map((one) => momentOf(one, 0, timeZone));
    if (!from || !until) return undefined;
    const period = { today: day, dueThrough: addDays(monday, 6), timeZone, from, until };
    const found = await this.actions.digest(companyId, userId, period, MAX_LISTED_ACTIONS);
    const changed = await this.changes.find({ companyId, userId }, from, until, MAX_LISTED_ACTIONS);
    const partOf = ({ total, actions }: ManagedPart): Listed<MailedAction> => ({
      entries: actions.map((action) => mailedAction(action, timeZone)),
      more: total - actions.length,
    });
    const digest = {
      dueThisWeek: partOf(found.due),
      overdue: partOf(found.overdue),
      completedLastWeek: partOf(found.completed),
      changedByOthers: { entries: changed.plans, more: changed.total - changed.plans.length },
    };
    return Object.values(digest).every(isEmpty) ? undefined : digest;
  }
}

function mailedAction(
  { planId, actionId, title, planTitle, dueDate }: RemindedAction,
  timeZone: string,
): MailedAction {
  return {
    planId,
    actionId,
    title,
    ...(planTitle && { planTitle }),
    ...(dueDate && { dueDay: calendarDay(dueDate, timeZone) }),
  };
}

function listed(actions: readonly MailedAction[]): Listed<MailedAction> {
  return {
    entries: actions.slice(0, MAX_LISTED_ACTIONS),
    more: Math.max(actions.length - MAX_LISTED_ACTIONS, 0),
  };
}

function isEmpty({ entries }: Listed<unknown>): boolean {
  return entries.length === 0;
}

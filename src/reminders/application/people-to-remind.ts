import { Injectable } from '@nestjs/common';
import {
  DigestQueries,
  NewAssignmentRepository,
  RemindedActionsQueries,
  type NewlyAssigned,
} from '../../action-plans/index.js';
import { addDays, calendarDay, localDay, type Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { RemindingCompany } from '../domain/reminding-company.js';
import { DAYS_AROUND, reminderOf, type Mornings } from '../domain/reminder-rules.js';
import { MailedPeople } from './mailed-people.js';

/** Addresses of people, folded. */
export interface MorningPeople {
  /** People with an action that is due. */
  readonly due: ReadonlySet<string>;
  /** People whom others have assigned to an action, without a mail about it yet. */
  readonly assigned: ReadonlySet<string>;
}

/** Actions that are read by one statement. */
const PART = 1_000;

/** Finds the people of a company who get mail. */
@Injectable()
export class PeopleToRemind {
  constructor(
    private readonly actions: RemindedActionsQueries,
    private readonly digests: DigestQueries,
    private readonly assignments: NewAssignmentRepository,
    private readonly people: MailedPeople,
  ) {}

  async ofMornings(
    company: RemindingCompany,
    mornings: Mornings,
    transaction: Transaction,
  ): Promise<MorningPeople> {
    const { companyId, timeZone, remindersSince } = company;
    const due = new Set<string>();
    const period = dueAround(mornings);
    for await (const part of this.actions.dueActions(companyId, period, PART, transaction)) {
      for (const { dueDate, storedAt, employeeIds } of part) {
        const days = { dueDay: calendarDay(dueDate, timeZone), storedDay: localDay(storedAt, timeZone) };
        if (reminderOf(days, mornings)) for (const id of employeeIds) due.add(id);
      }
    }
    const assigned = remindersSince
      ? await this.assignments.findAssigned({ companyId, since: remindersSince }, transaction)
      : [];
    return {
      due: await this.addressesOf(companyId, [...due], transaction),
      assigned: await this.addressesOf(companyId, assigned, transaction),
    };
  }

  /** Managers who have created plans or actions. */
  async ofDigest({ companyId }: RemindingCompany, transaction: Transaction): Promise<ReadonlySet<string>> {
    const creators = await this.digests.creators(companyId, transaction);
    return new Set(await this.people.managersOf(companyId, creators, transaction));
  }

  /** Addresses of the people whom others have assigned, with the time of the last assignment. */
  async assignedByOthers(
    companyId: string,
    people: readonly NewlyAssigned[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, Date>> {
    const ids = people.map(({ employeeId }) => employeeId);
    const employees = await this.people.employeesOf(companyId, ids, transaction);
    return new Map(
      people.flatMap(({ employeeId, assignedBy, assignedAt }) => {
        const employee = employees.get(employeeId);
        const isByOthers = employee && assignedBy.some((userId) => userId !== employee.userId);
        return isByOthers ? [[employee.emailKey, assignedAt]] : [];
      }),
    );
  }

  private async addressesOf(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    const addresses = new Set<string>();
    for (let at = 0; at < employeeIds.length; at += PART) {
      const ids = employeeIds.slice(at, at + PART);
      const found = await this.people.employeesOf(companyId, ids, transaction);
      for (const { emailKey } of found.values()) addresses.add(emailKey);
    }
    return addresses;
  }
}

/** The due dates that reminders of some mornings may have, in all time zones. */
export function dueAround({ after, through }: Pick<Mornings, 'after' | 'through'>): {
  from: Date;
  until: Date;
} {
  const margin = 2;
  const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);
  return {
    from: startOf(addDays(after, -DAYS_AROUND.after - margin)),
    until: startOf(addDays(through, DAYS_AROUND.before + margin)),
  };
}

import { Injectable } from '@nestjs/common';
import { IdentityQueries, type ActivePerson } from '../../identity/index.js';
import { ReminderWishes, type Wishes } from '../../reminders/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesQueries } from '../../workforce/index.js';

/** A user, and the wishes at the address to which their mails go. */
export interface KnownCaller {
  readonly person: ActivePerson;
  /** That of the employee who the user is, else that of the user. */
  readonly mailAddress: string;
  readonly wishes: Wishes;
}

/** Reads what the service knows about the caller. */
@Injectable()
export class MeQueries {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
    private readonly wishes: ReminderWishes,
  ) {}

  /** Undefined when the user was deactivated, or the company deleted, since the session was looked up. */
  async find({ companyId, userId }: UserActor, transaction?: Transaction): Promise<KnownCaller | undefined> {
    const person = await this.identity.findActivePerson(companyId, userId, transaction);
    if (!person) return undefined;
    const ids = person.employeeId === null ? [] : [person.employeeId];
    const [employee] = ids.length === 0 ? [] : await this.employees.contacts(companyId, { ids }, transaction);
    const mailAddress = employee?.email ?? person.email;
    return { person, mailAddress, wishes: await this.wishes.find(companyId, mailAddress, transaction) };
  }
}

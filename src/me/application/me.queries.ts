import { Injectable } from '@nestjs/common';
import { IdentityQueries, type ActivePerson } from '../../identity/index.js';
import { ReminderWishes, type Wishes } from '../../reminders/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesQueries } from '../../workforce/index.js';

/** A user, the id of the employee with the same e-mail address if the company has one, and the wishes of both. */
export interface KnownCaller {
  readonly person: ActivePerson;
  readonly employeeId: string | undefined;
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
    const employeeId = await this.employees.findIdByEmail(companyId, person.email, transaction);
    return { person, employeeId, wishes: await this.wishes.find(companyId, person.email, transaction) };
  }
}

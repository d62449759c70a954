import { Injectable } from '@nestjs/common';
import { IdentityQueries, type ActivePerson } from '../../identity/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { EmployeesQueries } from '../../workforce/index.js';

/** A user, and the id of the employee with the same e-mail address if the company has one. */
export interface KnownCaller {
  readonly person: ActivePerson;
  readonly employeeId: string | undefined;
}

/** Reads what the service knows about the caller. */
@Injectable()
export class MeQueries {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
  ) {}

  /** Undefined when the user was deactivated, or the company deleted, since the session was looked up. */
  async find({ companyId, userId }: UserActor): Promise<KnownCaller | undefined> {
    const person = await this.identity.findActivePerson(companyId, userId);
    if (!person) return undefined;
    return { person, employeeId: await this.employees.findIdByEmail(companyId, person.email) };
  }
}

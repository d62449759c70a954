import { Injectable } from '@nestjs/common';
import type { Origin, UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ProviderPerson } from '../domain/id-token.js';
import { NoUser } from '../domain/sign-in.errors.js';
import { SignInQueries, type Candidate } from './sign-in.queries.js';
import { StaffAdmission } from './staff-admission.js';
import { SignInStore } from './sign-in.store.js';

/** The users who are people of identity providers. */
@Injectable()
export class ProviderPeople {
  constructor(
    private readonly queries: SignInQueries,
    private readonly staff: StaffAdmission,
    private readonly store: SignInStore,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * The user who is a person: the one who has signed in as this person before, whatever the addresses of both, else the
   * active user with the address, who is this person from now on. Nobody is found by an address who has signed in as
   * another person of the provider: addresses move to other people.
   * @param person - proved by the provider
   * @throws {NoUser}
   */
  async userOf(
    companyId: string,
    person: ProviderPerson,
    origin: Origin,
    transaction: Transaction,
  ): Promise<string> {
    const linked = await this.queries.findLinked(companyId, person, transaction);
    if (linked) return linked.userId;
    const { emailKey } = person;
    if (emailKey === undefined) throw new NoUser();
    await this.staff.admit(emailKey, transaction, companyId);
    const found = await this.queries.findByAddress(companyId, { ...person, emailKey }, transaction);
    if (!found) {
      // Another token of the person may have made the link at the same moment.
      const madeMeanwhile = await this.queries.findLinked(companyId, person, transaction);
      if (!madeMeanwhile) throw new NoUser();
      return madeMeanwhile.userId;
    }
    if (!(await this.store.link(companyId, person, found.userId, transaction))) throw new NoUser();
    const change = {
      operation: 'user.update',
      objectId: found.userId,
      before: {},
      after: { signInIssuer: person.issuer },
    } as const;
    await this.audit.record(actorOf(companyId, found, origin), change, transaction);
    return found.userId;
  }
}

function actorOf(companyId: string, { userId, role, language }: Candidate, origin: Origin): UserActor {
  return { kind: 'user', userId, companyId, role, language, origin };
}

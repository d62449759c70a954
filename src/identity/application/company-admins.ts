import { Injectable } from '@nestjs/common';
import { ErasedPeople } from '../../shared-kernel/erased-people.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { LastAdmin } from '../domain/identity.errors.js';
import { UserRepository } from '../domain/identity.repositories.js';

/** Sees to it that a company keeps an admin, in whatever way users are changed. */
@Injectable()
export class CompanyAdmins {
  constructor(
    private readonly users: UserRepository,
    private readonly erased: ErasedPeople,
  ) {}

  /**
   * Locks the admins of a company who may act, before any other user is locked.
   * @returns their ids, without those for whom an erasure waits
   */
  async lock(companyId: string, transaction: Transaction): Promise<ReadonlySet<string>> {
    const ids = await this.users.lockAdmins(companyId, transaction);
    const people = ids.map((personId) => ({ personId }));
    const erased = await this.erased.among(companyId, people, transaction);
    return new Set(people.filter((person) => !erased.has(person)).map(({ personId }) => personId));
  }

  /**
   * Locks the admins, and refuses that some users cease to be admins if nobody is left.
   * @throws {LastAdmin}
   */
  async refuseToLose(companyId: string, userIds: readonly string[], transaction: Transaction): Promise<void> {
    checkAdminIsLeft(await this.lock(companyId, transaction), userIds);
  }
}

/**
 * @param admins - those who may act
 * @param leaving - users who are admins no more
 * @throws {LastAdmin}
 */
export function checkAdminIsLeft(admins: ReadonlySet<string>, leaving: readonly string[]): void {
  const lost = new Set(leaving.filter((id) => admins.has(id)));
  if (lost.size > 0 && lost.size === admins.size) throw new LastAdmin();
}

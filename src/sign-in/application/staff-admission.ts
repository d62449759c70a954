import { Injectable } from '@nestjs/common';
import { StaffUsers } from '../../identity/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SignInQueries, type UserWithAddress } from './sign-in.queries.js';

/** Gives managers of the staff a user when they sign in, where their company takes roles from its staff. */
@Injectable()
export class StaffAdmission {
  constructor(
    private readonly queries: SignInQueries,
    private readonly users: StaffUsers,
  ) {}

  /**
   * Sees to it that the live employees with an address have users who may have one.
   * @param companyId - where it is known; else of every company
   */
  async admit(emailKey: string, transaction: Transaction, companyId?: string): Promise<void> {
    for (const staff of await this.queries.staffWithAddress(emailKey, transaction, companyId))
      await this.users.admit(staff, transaction);
  }

  /** The active users of all companies with an address, those included who get one now; at most 50. */
  async usersWithAddress(emailKey: string, transaction: Transaction): Promise<UserWithAddress[]> {
    await this.admit(emailKey, transaction);
    return this.queries.usersWithAddress(emailKey, transaction);
  }
}

import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { MemberName } from './member-names.js';
import type { ScimDetails, ScimUser } from './scim-user.js';

/** The rows that SCIM keeps beside employees. Rows change under the lock of their employee. */
export abstract class ScimUserRepository {
  /**
   * Inserts or replaces a row.
   * @throws {ScimError} 409 where another user has the name
   */
  abstract save(companyId: string, user: ScimUser, transaction: Transaction): Promise<void>;

  abstract remove(companyId: string, employeeId: string, transaction: Transaction): Promise<void>;

  /** Removes what the row has of a person of a list, who would be shown without a row. */
  abstract hide(companyId: string, employeeId: string, now: Date, transaction: Transaction): Promise<void>;

  /**
   * Stores the names that people have in a group.
   * @returns the details before and after, of those whose row has changed, by the id of the employee
   */
  abstract nameMembers(
    companyId: string,
    groupId: string,
    members: readonly MemberName[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, Readonly<Record<'before' | 'after', ScimDetails>>>>;

  /** Those of some employees who have a row. */
  abstract among(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;
}

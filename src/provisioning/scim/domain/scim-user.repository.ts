import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { ScimUser } from './scim-user.js';

/** The rows that SCIM keeps beside employees. Rows change under the lock of their employee. */
export abstract class ScimUserRepository {
  /**
   * Inserts or replaces a row.
   * @throws {ScimError} 409 where another user has the name
   */
  abstract save(companyId: string, user: ScimUser, transaction: Transaction): Promise<void>;

  abstract remove(companyId: string, employeeId: string, transaction: Transaction): Promise<void>;

  /** Those of some employees who have a row. */
  abstract among(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;
}

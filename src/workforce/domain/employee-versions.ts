import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeKeys } from './employee.repository.js';
import type { Employee } from './employee.js';

/** An employee, and the transaction that has written the row. */
export interface VersionedEmployee {
  readonly employee: Employee;
  readonly version: string;
}

/** Keys that an employee who is not deleted has. */
export interface KeyHolder {
  readonly id: string;
  /** Folded. */
  readonly emailKey: string | null;
  readonly externalId: string | null;
}

/** An employee, and the folded name by which they sign in. */
export interface NamedEmployee {
  readonly id: string;
  readonly key: string;
}

/** Reads employees so that a later transaction can tell whether they have changed since. */
export abstract class EmployeeVersions {
  /** Those who have any of the keys, deleted or not, in the order of their ids. They are not locked. */
  abstract find(companyId: string, keys: Omit<EmployeeKeys, 'ids'>): Promise<VersionedEmployee[]>;

  /** Those with these ids, deleted or not, locked until the transaction ends. */
  abstract lock(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<VersionedEmployee[]>;

  /** Those whom a name names by which they sign in by an identity provider, of some folded addresses. */
  abstract namedBy(
    companyId: string,
    keys: readonly string[],
    transaction?: Transaction,
  ): Promise<NamedEmployee[]>;

  /** Those who are not deleted and have any of the keys. */
  abstract holders(
    companyId: string,
    keys: Omit<EmployeeKeys, 'ids'>,
    transaction?: Transaction,
  ): Promise<KeyHolder[]>;
}

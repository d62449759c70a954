import type { ErasedKeys, NamedPerson } from '../../shared-kernel/erased-people.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeKey } from './employee-key.js';
import type { Employee } from './employee.js';

/** E-mail addresses and external ids of employees. */
export interface IdentifierLists {
  readonly emails: readonly string[];
  readonly externalIds: readonly string[];
}

/** Ids, e-mail addresses and external ids of employees. */
export interface EmployeeKeys extends IdentifierLists {
  readonly ids: readonly string[];
}

/** The writes of an import, or of many rows. */
export interface EmployeeChanges {
  /** New and changed employees. */
  readonly employees: readonly Employee[];
  /** Ids of the new ones. */
  readonly newIds: readonly string[];
  /** Ids of those among them whose e-mail address or external id another of them takes over. */
  readonly displacedIds: readonly string[];
}

/** Identifiers of an employee in other systems. */
export interface Identifiers {
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Rows that are read for a change stay locked until the transaction ends. */
export abstract class EmployeeRepository {
  /** The time of the database, the one clock of all processes. */
  abstract now(transaction: Transaction): Promise<Date>;

  /** The employee who is not deleted and has this e-mail address (in any case) or external id. */
  abstract find(companyId: string, key: EmployeeKey, transaction: Transaction): Promise<Employee | undefined>;

  /** Those who have the e-mail address or the external id and are not deleted. */
  abstract findLive(companyId: string, key: Identifiers, transaction: Transaction): Promise<Employee[]>;

  /** The deleted ones who have the e-mail address or the external id. */
  abstract findDeleted(companyId: string, key: Identifiers, transaction: Transaction): Promise<Employee[]>;

  /** Employees who are not deleted and have any of the first identifiers, and deleted ones with any of the others. */
  abstract findAll(
    companyId: string,
    identifiers: { readonly live: IdentifierLists; readonly deleted: IdentifierLists },
    transaction: Transaction,
  ): Promise<Employee[]>;

  /** Employees who have any of the keys, deleted or not. Other imports wait until the transaction ends. */
  abstract findForImport(
    companyId: string,
    keys: EmployeeKeys,
    transaction: Transaction,
  ): Promise<Employee[]>;

  /** The keys of people who were erased, among those of some people. */
  abstract erasedAmong(
    companyId: string,
    people: readonly NamedPerson[],
    transaction: Transaction,
  ): Promise<ErasedKeys>;

  /** Those of some ids that employees of other companies have. */
  abstract findForeignIds(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;
}

/** For the one writer of employees. */
export abstract class EmployeeWrites {
  /**
   * Inserts and updates employees of one company, and remembers the keys that they lose.
   * @throws {EmployeeTaken}
   * @throws {EmployeeCompanyNotFound}
   */
  abstract upsertAll(companyId: string, changes: EmployeeChanges, transaction: Transaction): Promise<void>;
}

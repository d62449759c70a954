import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeKey } from './employee-key.js';
import type { Employee } from './employee.js';
import type { ImportedEmployee } from './imported-employee.js';

/** What an import did, and who has left by it. */
export interface ImportOutcome {
  readonly counts: ImportCounts;
  /** E-mail addresses of those who worked for the company before and are deleted now. */
  readonly endedEmails: readonly string[];
}

/** Where people are kept. What is read for a change is locked until the change is done. */
export abstract class EmployeeRepository {
  /**
   * Runs a change that is done as a whole or not at all. It may be run more than once, when it meets another change
   * halfway.
   * @param given - the change that this is a part of; then it is run once
   */
  abstract atomically<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T>;

  /** The one who is not deleted and has this e-mail (in any case) or external id. */
  abstract find(companyId: string, key: EmployeeKey, transaction: Transaction): Promise<Employee | undefined>;

  /**
   * Those who have the e-mail or the external id: who is not deleted, or else who has left, the one with the external
   * id before the one with the e-mail, and who has left last first.
   */
  abstract findAll(
    companyId: string,
    key: { readonly email: string | null; readonly externalId: string | null },
    transaction: Transaction,
  ): Promise<Employee[]>;

  /** @throws {EmployeeTaken} */
  abstract insert(employee: Employee, transaction: Transaction): Promise<void>;

  /** @throws {EmployeeTaken} */
  abstract update(employee: Employee, transaction: Transaction): Promise<void>;

  /**
   * Puts people into a company.
   * @throws {InvalidEmployee} with paths that begin with the index of the person; then nothing is written
   * @throws {EmployeeCompanyNotFound}
   */
  abstract putAll(
    companyId: string,
    people: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<ImportOutcome>;
}

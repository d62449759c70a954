import { Injectable } from '@nestjs/common';
import { IdentityService } from '../../identity/index.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import { below } from '../../shared-kernel/shape.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { InvalidEmployee } from '../domain/employee.errors.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import { importEmployee, type ImportedEmployee } from '../domain/imported-employee.js';
import { referenceIssues, referencesOf } from '../domain/references.js';

/**
 * Puts people into a company, all or none (decisions 11). A record tells everything of a person: what it leaves out
 * has no value, but for `activated` and the turnover of somebody who had left before, which stay as they are.
 */
@Injectable()
export class EmployeesImport implements RecordImporter {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly segmentation: SegmentationQueries,
    private readonly identity: IdentityService,
  ) {}

  /**
   * Known are people by `id` where it is given, else by external id, then by e-mail. Whoever leaves by an import loses
   * their sessions as by DELETE.
   * @param records - in the shape in which the API returns people, with `activated`, `deleted`, `turnoverDate` and
   *   `turnoverType`
   * @param transaction - the change that this is a part of; what it has put in before may be referred to
   * @throws {InvalidEmployee} naming every broken rule, by paths like `[2].profile[0].valueId`
   * @throws {EmployeeCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const people = readAll(records);
    return this.employees.atomically(async (change) => {
      await this.checkReferences(companyId, people, change);
      const { counts, endedEmails } = await this.employees.putAll(companyId, people, change);
      await this.identity.endSessionsOf(companyId, endedEmails, change);
      return counts;
    }, transaction);
  }

  /** @throws {InvalidEmployee} */
  private async checkReferences(
    companyId: string,
    people: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<void> {
    const known = await this.segmentation.known(companyId, referencesOf(people), transaction);
    refuse(people.flatMap((person, index) => below(`[${index}]`, referenceIssues(person, known))));
  }
}

function readAll(records: readonly unknown[]): ImportedEmployee[] {
  const issues: ValidationIssue[] = [];
  const people: ImportedEmployee[] = [];
  records.forEach((record, index) => {
    try {
      people.push(importEmployee(record));
    } catch (error) {
      if (!(error instanceof InvalidEmployee)) throw error;
      issues.push(...below(`[${index}]`, error.issues));
    }
  });
  refuse(issues);
  return people;
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new InvalidEmployee(issues);
}

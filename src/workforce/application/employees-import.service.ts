import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import { Employee } from '../domain/employee.js';
import { matchRecords, type Match } from '../domain/import-matching.js';
import type { ImportedEmployee } from '../domain/imported-employee.js';
import { EmployeeReferences } from './employee-references.js';
import { StaffWriter, type StaffChange } from './staff-writer.js';
import { referenceIssues, referencesOf } from '../domain/references.js';

/** Imports employees into a company, all or none. */
@Injectable()
export class EmployeesImportService {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly segmentation: SegmentationQueries,
    private readonly writer: StaffWriter,
    private readonly unitOfWork: UnitOfWork,
    private readonly references: EmployeeReferences,
  ) {}

  /**
   * Creates and replaces employees. Those whom an import deletes lose their sessions, as by DELETE.
   * @param transaction - may be referred to what was written in it before
   * @throws {ValidationFailed} by paths like `[2].profile[0].valueId`
   * @throws {EmployeeCompanyNotFound}
   */
  upsertAll(
    companyId: string,
    given: readonly ImportedEmployee[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.unitOfWork.run(async (change) => {
      await this.checkErased(companyId, given, change);
      const records = await this.checkReferences(companyId, given, change);
      const { matches, displacedIds } = await this.match(companyId, records, change);
      const changes: StaffChange[] = [];
      const now = await this.employees.now(change);
      let created = 0;
      for (const { record, employee } of matches) {
        if (!employee) {
          const added = Employee.import(companyId, record, now);
          changes.push({ operation: 'employee.invite', employee: added });
          created++;
          continue;
        }
        const { state: before } = employee;
        if (employee.replace(record, now)) changes.push({ operation: 'employee.update', employee, before });
      }
      const write = { changes, displacedIds, isRecorded: false };
      await this.writer.write(operatorOf(companyId), write, change);
      const updated = changes.length - created;
      return { created, updated, unchanged: matches.length - created - updated };
    }, transaction);
  }

  /** @throws {ValidationFailed} */
  private async match(
    companyId: string,
    records: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<{ matches: readonly Match[]; displacedIds: readonly string[] }> {
    const keys = {
      ids: records.flatMap(({ id }) => id ?? []),
      emails: records.flatMap(({ content }) => content.email ?? []),
      externalIds: records.flatMap(({ content }) => content.externalId ?? []),
    };
    const stored = await this.employees.findForImport(companyId, keys, transaction);
    const known = new Set(stored.map(({ state }) => state.id));
    const unknownIds = keys.ids.filter((id) => !known.has(id));
    const foreignIds = await this.employees.findForeignIds(companyId, unknownIds, transaction);
    const { matches, issues, displacedIds } = matchRecords(records, stored, foreignIds);
    refuse(issues);
    return { matches, displacedIds };
  }

  /** @throws {ValidationFailed} by paths like `[2].email` */
  private async checkErased(
    companyId: string,
    records: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<void> {
    const people = records.map(({ content }) => content);
    const erased = await this.employees.erasedAmong(companyId, people, transaction);
    refuse(people.flatMap((person, index) => at(index, erased.issuesOf(person))));
  }

  /** @returns the records with ids in place of external ids @throws {ValidationFailed} */
  private async checkReferences(
    companyId: string,
    records: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<readonly ImportedEmployee[]> {
    const given = records.map(({ content }) => content);
    const contents = await this.references.withIds(companyId, given, transaction);
    const known = await this.segmentation.known(companyId, referencesOf(contents), transaction);
    refuse(contents.flatMap((content, index) => at(index, referenceIssues(content, known))));
    if (contents === given) return records;
    return records.map((record, index) => ({ ...record, content: contents[index] ?? record.content }));
  }
}

/** The issues of a record with its index. */
function at(index: number, issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: propertyPath(`[${index}]`, issue.path) }));
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues);
}

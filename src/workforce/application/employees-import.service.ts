import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import type { NamedPerson } from '../../shared-kernel/erased-people.js';
import type { ImportCounts, PlacedRecord } from '../../shared-kernel/record-importer.js';
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

type PlacedEmployee = PlacedRecord<ImportedEmployee>;

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
   * Creates and replaces employees. Those whom an import deletes lose their sessions, as by DELETE. Nothing is done with
   * records that name people who were erased.
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
      const { present, suppressed } = await this.withoutErased(companyId, given, change);
      const records = await this.checkReferences(companyId, present, change);
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
      const unchanged = matches.length - created - updated;
      return { created, updated, unchanged, ...(suppressed.length > 0 && { suppressed }) };
    }, transaction);
  }

  /** @throws {ValidationFailed} */
  private async match(
    companyId: string,
    records: readonly PlacedEmployee[],
    transaction: Transaction,
  ): Promise<{ matches: readonly Match[]; displacedIds: readonly string[] }> {
    const keys = {
      ids: records.flatMap(({ record }) => record.id ?? []),
      emails: records.flatMap(({ record }) => record.content.email ?? []),
      externalIds: records.flatMap(({ record }) => record.content.externalId ?? []),
    };
    const stored = await this.employees.findForImport(companyId, keys, transaction);
    const known = new Set(stored.map(({ state }) => state.id));
    const unknownIds = keys.ids.filter((id) => !known.has(id));
    const foreignIds = await this.employees.findForeignIds(companyId, unknownIds, transaction);
    const { matches, issues, displacedIds } = matchRecords(records, stored, foreignIds);
    refuse(issues);
    return { matches, displacedIds };
  }

  private async withoutErased(
    companyId: string,
    records: readonly ImportedEmployee[],
    transaction: Transaction,
  ): Promise<{ readonly present: readonly PlacedEmployee[]; readonly suppressed: readonly number[] }> {
    const people = records.map(personOf);
    const erased = await this.employees.erasedAmong(companyId, people, transaction);
    return erased.split(records, personOf);
  }

  /** @returns the records with ids in place of external ids @throws {ValidationFailed} */
  private async checkReferences(
    companyId: string,
    records: readonly PlacedEmployee[],
    transaction: Transaction,
  ): Promise<readonly PlacedEmployee[]> {
    const given = records.map(({ record }) => record.content);
    const contents = await this.references.withIds(companyId, given, transaction);
    const known = await this.segmentation.known(companyId, referencesOf(contents), transaction);
    refuse(records.flatMap(({ index }, at) => located(index, referenceIssues(contents[at] ?? {}, known))));
    if (contents === given) return records;
    return records.map(({ index, record }, at) => ({
      index,
      record: { ...record, content: contents[at] ?? record.content },
    }));
  }
}

/** The issues of a record with its index. */
function located(index: number, issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: propertyPath(`[${index}]`, issue.path) }));
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues);
}

function personOf({ id, content: { email, externalId } }: ImportedEmployee): NamedPerson {
  return { personId: id, email, externalId };
}

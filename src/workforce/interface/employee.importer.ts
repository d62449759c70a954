import { Injectable } from '@nestjs/common';
import { dateTimeIssues, parseDateTime } from '../../shared-kernel/date-time.js';
import { idIssues } from '../../shared-kernel/id.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import { below, flag, objectIssues, oneOf } from '../../shared-kernel/shape.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { EmployeesImportService } from '../application/employees-import.service.js';
import type { EmployeeContent } from '../domain/employee-content.js';
import { InvalidEmployee } from '../domain/employee.errors.js';
import { EMPLOYEE_RULES, TURNOVER_TYPES, type TurnoverType } from '../domain/employee.rules.js';
import type { ImportedEmployee } from '../domain/imported-employee.js';

const RECORD = {
  ...EMPLOYEE_RULES,
  id: idIssues,
  activated: flag,
  deleted: flag,
  turnoverDate: dateTimeIssues,
  turnoverType: oneOf(TURNOVER_TYPES),
};

interface CheckedRecord extends EmployeeContent {
  readonly id?: string | null;
  readonly activated?: boolean | null;
  readonly deleted?: boolean | null;
  readonly turnoverDate?: string | null;
  readonly turnoverType?: TurnoverType | null;
}

@Injectable()
export class EmployeeImporter implements RecordImporter {
  constructor(private readonly service: EmployeesImportService) {}

  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.upsertAll(companyId, readAll(records), transaction);
  }
}

/** @throws {InvalidEmployee} */
function readAll(records: readonly unknown[]): ImportedEmployee[] {
  const issues: ValidationIssue[] = [];
  const employees = records.flatMap((record, index) => {
    const found = issuesOf(record);
    issues.push(...below(`[${index}]`, found));
    return found.length === 0 ? [toEmployee(record as CheckedRecord)] : [];
  });
  if (issues.length > 0) throw new InvalidEmployee(issues);
  return employees;
}

/** A record must say whom it describes: else a second import would create the employee again. */
function issuesOf(record: unknown): ValidationIssue[] {
  const issues = objectIssues(record, RECORD);
  if (issues.length > 0) return issues;
  const { id, email, externalId } = record as CheckedRecord;
  if (id || (email ?? externalId ?? null) !== null) return [];
  return [
    { path: 'id', code: 'REQUIRED', message: 'is required where there is neither email nor externalId' },
  ];
}

function toEmployee(record: CheckedRecord): ImportedEmployee {
  const { id, activated, deleted, turnoverDate, turnoverType, ...content } = record;
  return {
    id: id ?? undefined,
    content,
    activated: activated ?? undefined,
    isDeleted: deleted ?? false,
    turnoverDate: turnoverDate ? parseDateTime(turnoverDate) : undefined,
    turnoverType: turnoverType ?? undefined,
  };
}

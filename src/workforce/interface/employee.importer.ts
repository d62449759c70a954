import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesImportService } from '../application/employees-import.service.js';
import type { ImportedEmployee } from '../domain/imported-employee.js';
import { EmployeeRecord } from './employee.record.js';

@Injectable()
export class EmployeeImporter implements RecordImporter {
  constructor(private readonly service: EmployeesImportService) {}

  /**
   * Known employees are found by `id` where it is given, else by external id, then by e-mail address.
   * @throws {DomainError} naming every issue, by paths like `[2].profile[0].valueId`
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const employees = readRecords(EmployeeRecord, records).map(toImported);
    return this.service.upsertAll(companyId, employees, transaction);
  }
}

function toImported({
  id,
  activated,
  deleted = false,
  turnoverDate,
  turnoverType,
  ...content
}: EmployeeRecord): ImportedEmployee {
  return {
    id,
    content,
    activated,
    isDeleted: deleted,
    turnoverDate: turnoverDate === undefined ? undefined : new Date(turnoverDate),
    turnoverType,
  };
}

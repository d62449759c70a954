import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import { RecordImporter, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesImportService } from '../application/employees-import.service.js';
import type { ImportedEmployee } from '../domain/imported-employee.js';
import { EmployeeRecord } from './employee.record.js';

@Injectable()
export class EmployeeImporter extends RecordImporter<ImportedEmployee> {
  constructor(private readonly service: EmployeesImportService) {
    super();
  }

  /**
   * Known employees are found by `id` where it is given, else by external id, then by e-mail address.
   * @throws {DomainError} naming every issue, by paths like `[2].profile[0].valueId`
   */
  read(_companyId: string, records: readonly unknown[]): readonly ImportedEmployee[] {
    return readRecords(EmployeeRecord, records).map(toImported);
  }

  write(
    companyId: string,
    entries: readonly ImportedEmployee[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.upsertAll(companyId, entries, transaction);
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

import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { KeyPeriods } from '../../persons/index.js';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/sql-errors.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeCompanyNotFound, EmployeeTaken } from '../domain/employee.errors.js';
import { EmployeeWrites, type EmployeeChanges } from '../domain/employee.repository.js';
import { writeProfileValues } from './employee-profile-values.js';
import { UPSERT_EMPLOYEES } from './employee-upsert.js';
import { employeeSchema, toRow } from './employee.schema.js';

/** Employees of one statement: few enough to keep its text small. */
const BATCH = 1_000;

@Injectable()
export class TypeormEmployeeWrites extends EmployeeWrites {
  constructor(private readonly keyPeriods: KeyPeriods) {
    super();
  }

  async upsertAll(
    companyId: string,
    { employees, newIds, displacedIds }: EmployeeChanges,
    transaction: Transaction,
  ): Promise<void> {
    const manager = managerOf(transaction);
    if (employees.length + displacedIds.length === 0) return;
    const changeSet = changeSetOf(manager, companyId, 'employee');
    const rows = employees.map(toRow);
    const isNew = new Set(newIds);
    const known = rows.filter(({ id }) => !isNew.has(id));
    await this.keyPeriods.ofEmployees(companyId, known, transaction);
    if (displacedIds.length > 0) {
      // A unique index is checked row by row, so what moves from one employee to another is released first.
      const where = { companyId, id: Any([...displacedIds]) };
      await manager.update(employeeSchema, where, { emailKey: null, externalId: null, changeSet });
    }
    for (let at = 0; at < employees.length; at += BATCH) {
      const batch = employees.slice(at, at + BATCH);
      try {
        const written = JSON.stringify(rows.slice(at, at + BATCH));
        await refusingTaken(() => manager.query(UPSERT_EMPLOYEES, [companyId, written, changeSet]));
      } catch (error) {
        if (!isForeignKeyViolation(error, 'employee_company_fkey')) throw error;
        throw new EmployeeCompanyNotFound(companyId);
      }
      await writeProfileValues(manager, companyId, batch);
    }
  }
}

/** @throws {EmployeeTaken} where a unique key is violated */
async function refusingTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error, 'employee_live_email_key')) throw new EmployeeTaken('email');
    if (isUniqueViolation(error, 'employee_live_external_id_key')) throw new EmployeeTaken('externalId');
    throw error;
  }
}

import { Injectable } from '@nestjs/common';
import { Any, type EntityManager, type EntitySchemaColumnOptions } from 'typeorm';
import { KeyPeriods } from '../../persons/index.js';
import { CHANGED_SCHEMA, changeSetOf, type ChangedRow } from '../../platform/database/change-sets.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/sql-errors.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeCompanyNotFound, EmployeeTaken } from '../domain/employee.errors.js';
import type { Employee } from '../domain/employee.js';
import { EmployeeWrites, type EmployeeChanges } from '../domain/employee.repository.js';
import { employeeSchema, toRow, type EmployeeRow } from './employee.schema.js';

/** Removes what is not among the values. `$1` company, `$2` employees, then the columns of their values. */
const REMOVE_VALUES = `
  DELETE FROM employee_profile_value
  WHERE company_id = $1 AND employee_id = ANY ($2)
    AND (employee_id, characteristic_id, value) NOT IN (SELECT * FROM unnest($3::text[], $4::text[], $5::text[]))`;

/** Adds those that are missing. `$1` company, then the columns of the values. */
const ADD_VALUES = `
  INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
  ON CONFLICT DO NOTHING`;

/** Writes the rows by which the list finds employees by their profiles, and only those that differ. */
async function writeProfileValues(
  manager: EntityManager,
  companyId: string,
  employees: readonly Employee[],
): Promise<void> {
  const values = employees.flatMap(({ state }) =>
    state.profile.map(({ id, date, valueId, leafId }) => ({
      employeeId: state.id,
      characteristicId: id,
      value: date?.slice(0, 'YYYY-MM-DD'.length) ?? valueId ?? leafId ?? '',
    })),
  );
  const columns = [
    values.map(({ employeeId }) => employeeId),
    values.map(({ characteristicId }) => characteristicId),
    values.map(({ value }) => value),
  ];
  await manager.query(REMOVE_VALUES, [companyId, employees.map(({ state }) => state.id), ...columns]);
  if (values.length > 0) await manager.query(ADD_VALUES, [companyId, ...columns]);
}

type Property = Exclude<keyof EmployeeRow, keyof ChangedRow | 'companyId'>;

/** The columns of {@link employeeSchema} that a row has besides its company and the columns of the change feed. */
const COLUMNS = Object.entries(employeeSchema.options.columns)
  .filter(([property]) => property !== 'companyId' && !(property in CHANGED_SCHEMA))
  .map(([property, options]: [string, EntitySchemaColumnOptions]) => ({
    property: property as Property,
    name: options.name ?? property,
    type: `${String(options.type)}${options.array === true ? '[]' : ''}`,
  }));

const NAMES = COLUMNS.map(({ name }) => name).join(', ');

/**
 * Inserts or updates employees: `$1` company, `$2` array of {@link EmployeeRow}, `$3` change set. The upsert of TypeORM
 * has a parameter for each value: 200 employees hold up the process for 11 ms while the statement is built.
 */
const UPSERT_EMPLOYEES = `
  INSERT INTO employee (company_id, ${NAMES}, change_set)
  SELECT $1, r.*, $3::uuid
  FROM json_to_recordset($2::json) AS r (${COLUMNS.map(({ property, type }) => `"${property}" ${type}`).join(', ')})
  ON CONFLICT (company_id, id) DO UPDATE SET
    (${NAMES}, change_set) = ROW (${COLUMNS.map(({ name }) => `excluded.${name}`).join(', ')}, excluded.change_set)`;

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

import type { EntitySchemaColumnOptions } from 'typeorm';
import { CHANGED_SCHEMA, type ChangedRow } from '../../platform/database/change-sets.js';
import { employeeSchema, type EmployeeRow } from './employee.schema.js';

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
export const UPSERT_EMPLOYEES = `
  INSERT INTO employee (company_id, ${NAMES}, change_set)
  SELECT $1, r.*, $3::uuid
  FROM json_to_recordset($2::json) AS r (${COLUMNS.map(({ property, type }) => `"${property}" ${type}`).join(', ')})
  ON CONFLICT (company_id, id) DO UPDATE SET
    (${NAMES}, change_set) = ROW (${COLUMNS.map(({ name }) => `excluded.${name}`).join(', ')}, excluded.change_set)`;

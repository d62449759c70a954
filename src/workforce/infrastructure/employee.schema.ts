import { EntitySchema } from 'typeorm';
import { CHANGED_SCHEMA, type ChangedRow } from '../../platform/database/change-sets.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { EmployeeResponse } from '../application/employee.response.js';
import { Employee, type EmployeeState } from '../domain/employee.js';
import { nameKeysOf } from '../domain/name-keys.js';

/** The document, what SQL filters, sorts and constrains, and what the answer does not show. */
export interface EmployeeRow extends ChangedRow {
  readonly companyId: string;
  readonly id: string;
  readonly name: string | null;
  /** A `tsvector` of {@link nameKeysOf}, which need no quotes. It is only written. */
  readonly nameKeys?: string;
  readonly emailKey: string | null;
  readonly externalId: string | null;
  readonly hierarchyId: string | null;
  readonly groupIds: readonly string[];
  readonly activated: boolean;
  readonly mustChooseProfile: boolean;
  readonly deletedAt: Date | null;
  readonly turnoverDate: Date | null;
  readonly turnoverType: EmployeeState['turnoverType'] | null;
  readonly source: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly document: Readonly<EmployeeResponse>;
}

export function toRow({ state }: Employee): EmployeeRow {
  return {
    companyId: state.companyId,
    id: state.id,
    name: state.name ?? null,
    nameKeys: nameKeysOf(state.companyId, state.name).join(' '),
    emailKey: state.email === undefined ? null : foldEmail(state.email),
    externalId: state.externalId ?? null,
    hierarchyId: state.hierarchyId ?? null,
    groupIds: state.groupIds,
    activated: state.activated,
    mustChooseProfile: state.mustChooseProfile,
    deletedAt: state.deletedAt ?? null,
    turnoverDate: state.turnoverDate ?? null,
    turnoverType: state.turnoverType ?? null,
    source: state.source ?? null,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    document: EmployeeResponse.from(state),
  };
}

export function toEmployee(row: EmployeeRow): Employee {
  const { companyId, activated, mustChooseProfile, deletedAt, turnoverDate, turnoverType, source } = row;
  const { deletedAt: _, turnoverDate: __, turnoverType: ___, ...document } = row.document;
  return Employee.restore({
    ...document,
    companyId,
    activated,
    mustChooseProfile,
    ...(deletedAt && { deletedAt }),
    ...(turnoverDate && { turnoverDate }),
    ...(turnoverType && { turnoverType }),
    ...(source !== null && { source }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
}

const ID = { type: 'text', collation: 'C' } as const;
const KEY = { primary: true, primaryKeyConstraintName: 'employee_pkey' } as const;
const MOMENT = { type: 'timestamptz', precision: 3 } as const;

export const employeeSchema = new EntitySchema<EmployeeRow>({
  name: 'Employee',
  tableName: 'employee',
  columns: {
    companyId: {
      ...ID,
      ...KEY,
      name: 'company_id',
      foreignKey: { target: 'Company', name: 'employee_company_fkey', onDelete: 'CASCADE' },
    },
    id: { ...ID, ...KEY },
    name: { type: 'text', nullable: true },
    nameKeys: { type: 'tsvector', name: 'name_keys', default: '', select: false },
    emailKey: { ...ID, name: 'email_key', nullable: true },
    externalId: { ...ID, name: 'external_id', nullable: true },
    hierarchyId: { ...ID, name: 'hierarchy_id', nullable: true },
    groupIds: { ...ID, name: 'group_ids', array: true, default: [] },
    activated: { type: 'boolean' },
    mustChooseProfile: { type: 'boolean', name: 'must_choose_profile' },
    deletedAt: { ...MOMENT, name: 'deleted_at', nullable: true },
    turnoverDate: { ...MOMENT, name: 'turnover_date', nullable: true },
    turnoverType: { type: 'text', name: 'turnover_type', nullable: true },
    source: { ...ID, nullable: true },
    createdAt: { ...MOMENT, name: 'created_at' },
    updatedAt: { ...MOMENT, name: 'updated_at' },
    document: { type: 'json' },
    ...CHANGED_SCHEMA,
  },
  indices: [
    { name: 'employee_updated_idx', columns: ['companyId', 'updatedAt'] },
    { name: 'employee_change_idx', columns: ['companyId', 'changeSet', 'id'] },
    // Partial, with a collation, included columns or over an array, which TypeORM cannot describe.
    ...[
      'employee_area_idx',
      'employee_live_email_key',
      'employee_live_external_id_key',
      'employee_deleted_email_idx',
      'employee_deleted_external_id_idx',
      'employee_folded_external_id_idx',
      'employee_live_list_idx',
      'employee_deleted_list_idx',
      'employee_not_activated_idx',
      'employee_group_idx',
      'employee_name_keys_idx',
      'employee_source_idx',
    ].map((name) => ({ name, synchronize: false as const })),
  ],
});

import { EntitySchema } from 'typeorm';
import { Employee } from '../domain/employee.js';

const ID = { type: 'text', collation: 'C' } as const;
const MOMENT = { type: 'timestamptz', precision: 3 } as const;

export const employeeSchema = new EntitySchema<Employee & { readonly rendered: string }>({
  name: 'Employee',
  target: Employee,
  tableName: 'employee',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'employee_pkey' },
    companyId: {
      ...ID,
      name: 'company_id',
      foreignKey: { target: 'Company', name: 'employee_company_fkey', onDelete: 'CASCADE' },
    },
    name: { type: 'text', nullable: true },
    email: { type: 'text', nullable: true },
    externalId: { ...ID, name: 'external_id', nullable: true },
    hierarchyId: { ...ID, name: 'hierarchy_id', nullable: true },
    profile: { type: 'jsonb' },
    groupIds: { type: 'text', array: true, name: 'group_ids' },
    role: { type: 'text', nullable: true },
    managedHierarchies: { type: 'text', array: true, name: 'managed_hierarchies' },
    activated: { type: 'boolean' },
    mustChooseProfile: { type: 'boolean', name: 'must_choose_profile' },
    deletedAt: { ...MOMENT, name: 'deleted_at', nullable: true },
    turnoverDate: { ...MOMENT, name: 'turnover_date', nullable: true },
    turnoverType: { type: 'text', name: 'turnover_type', nullable: true },
    createdAt: { ...MOMENT, name: 'created_at' },
    updatedAt: { ...MOMENT, name: 'updated_at' },
    // Written by a trigger in the same write, and never by the domain.
    rendered: { type: 'text', select: false, insert: false, update: false },
  },
  // Partial, over expressions or of another kind, which TypeORM cannot describe.
  indices: [
    'employee_live_email_key',
    'employee_live_external_id_key',
    'employee_deleted_email_idx',
    'employee_deleted_external_id_idx',
    'employee_live_list_idx',
    'employee_deleted_list_idx',
    'employee_not_activated_idx',
    'employee_area_idx',
    'employee_groups_idx',
  ].map((name) => ({ name, synchronize: false })),
});

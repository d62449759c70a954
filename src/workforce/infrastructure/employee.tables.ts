import { by, type PersonalTable } from '../../shared-kernel/personal-tables.js';

export const EMPLOYEE_TABLES: readonly PersonalTable[] = [
  {
    table: 'employee',
    purpose: 'staff',
    people: ['employees'],
    kept:
      'by `leaversMonths` after the person has left, otherwise until the person is erased, or the company ' +
      'is deleted',
    access: by('EmployeeSource'),
    erasure: by('EmployeeEraser'),
    columns: {
      name: 'name of an employee',
      name_keys: 'words of the name of an employee, folded',
      email_key: 'e-mail address of an employee, folded',
      external_id: 'id of an employee in the HR system',
      document: 'everything about an employee',
    },
    impersonal:
      'company_id id hierarchy_id activated must_choose_profile deleted_at turnover_date turnover_type ' +
      'created_at updated_at group_ids changed_cluster changed_xid changed_at source change_set',
  },
  {
    table: 'employee_profile_value',
    purpose: 'staff',
    people: ['employees'],
    kept: 'as long as the employee',
    access: by('EmployeeSource'),
    erasure: by('EmployeeEraser'),
    columns: { employee_id: 'id of an employee, with a value of the profile' },
    impersonal: 'company_id characteristic_id value',
  },
];

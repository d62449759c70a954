import { by, type PersonalTable } from './described-data.js';

/** Accounts of users, and the staff. */
export const ACCOUNT_TABLES: readonly PersonalTable[] = [
  {
    table: 'user_account',
    purpose: 'accounts',
    people: ['users'],
    kept: 'until the person is erased, or the company is deleted',
    access: by('UserSource'),
    erasure: by('UserEraser'),
    columns: {
      email: 'e-mail address of a user',
      email_key: 'e-mail address of a user, folded',
      name: 'name of a user',
      employee_id: 'id of an employee',
    },
    impersonal: 'company_id id role language deactivated_at link_firm_at created_at',
  },
  {
    table: 'key_period',
    purpose: 'staff',
    people: ['employees', 'users'],
    kept: 'until the person is erased, or the company is deleted',
    access: by('FormerKeySource'),
    erasure: by('KeyPeriodEraser'),
    columns: {
      key: 'address, external id or name that an employee or user had before, or got later',
      holder_id: 'id of an employee or user',
    },
    impersonal: 'company_id kind is_user since until',
  },
  {
    table: 'session',
    purpose: 'accounts',
    people: ['users'],
    kept: 'until the person is erased, or the company is deleted',
    access: by('UserSource'),
    erasure: by('UserEraser'),
    columns: { user_id: 'id of a user' },
    impersonal: 'company_id id digest expires_at revoked_at last_used_at created_at',
  },
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

import { none, type PersonalTable } from '../../../shared-kernel/personal-tables.js';

export const LEGAL_HOLD_TABLES: readonly PersonalTable[] = [
  {
    table: 'legal_hold',
    purpose: 'dataProtection',
    people: ['employees', 'users'],
    kept: 'until the hold is lifted',
    access: none('A hold protects a proceeding; the company decides whether to tell.'),
    erasure: none('While it exists, the person is not erased.'),
    columns: { employee_ids: 'ids of employees', user_ids: 'ids of users', reason: 'written by people' },
    impersonal: 'company_id id is_of_company placed_at',
  },
];

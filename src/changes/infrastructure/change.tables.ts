import { none, type PersonalTable } from '../../shared-kernel/personal-tables.js';

export const CHANGE_TABLES: readonly PersonalTable[] = [
  {
    table: 'change_tombstone',
    purpose: 'integration',
    people: ['users'],
    kept: 'for `CHANGES_RETENTION` and a day',
    access: none('It has ids of objects that are gone, and nothing about them.'),
    erasure: none('It tells readers of the change feed that the person is gone, and expires.'),
    columns: { reader_id: 'id of a user', except_id: 'id of a user' },
    impersonal: 'company_id kind id changed_cluster changed_xid changed_at change_set',
  },
];

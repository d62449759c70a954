import { by, type PersonalTable } from '../../shared-kernel/personal-tables.js';

export const AUDIT_TABLES: readonly PersonalTable[] = [
  {
    table: 'audit_record',
    purpose: 'accountability',
    people: ['users', 'employees', 'operators'],
    kept: 'for `AUDIT_RETENTION`, or by `auditDays`',
    access: by('AuditSource'),
    erasure: by('AuditEraser'),
    columns: {
      object_id: 'id of a user or an employee, where that is the object',
      private_to: 'id of a user',
      actor_id: 'id of a user, or the account of an operator',
      credential_id: 'id of a session',
      address: 'IP address',
      before: 'the changed object: a user, an employee, or what people write',
      after: 'the changed object: a user, an employee, or what people write',
      listed: 'a part of before and after, where they are large',
    },
    impersonal: 'company_id id at operation object_type plan_id actor_kind request_id sync_id',
  },
];

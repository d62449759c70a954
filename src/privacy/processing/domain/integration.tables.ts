import { by, none, type PersonalTable } from './described-data.js';

/** Exchange with other systems of the company. */
export const INTEGRATION_TABLES: readonly PersonalTable[] = [
  {
    table: 'employee_sync',
    purpose: 'integration',
    people: ['employees'],
    kept: 'for `SYNC_RETENTION`',
    access: none('The samples of a column belong to no known person; the rows of a sync are given.'),
    erasure: by('SyncEraser'),
    columns: { columns: 'some values of properties of employees' },
    impersonal:
      'company_id id source status reason issues applies_when_ready allowed_ends added changed ended ' +
      'unchanged skipped created_by applied_by attempt_id created_at finished_at undone_at skips_bad_rows ' +
      'bad ends_held_back suppressed revived allowed_revivals',
  },
  {
    table: 'employee_sync_row',
    purpose: 'integration',
    people: ['employees'],
    kept: 'for `SYNC_RETENTION`',
    access: by('SyncSource'),
    erasure: by('SyncEraser'),
    columns: {
      employee_id: 'id of an employee',
      external_id: 'id of an employee in the HR system',
      email: 'e-mail address of an employee',
      changes: 'properties of an employee before and after',
      issues: 'values of an employee that are not valid',
    },
    impersonal: 'company_id sync_id kind position reason is_move seen_version applied_version',
  },
  {
    table: 'scim_user',
    purpose: 'integration',
    people: ['employees'],
    kept: 'until the identity provider deletes the user, or as long as the employee',
    access: by('ScimSource'),
    erasure: by('ScimEraser'),
    columns: {
      employee_id: 'id of an employee',
      user_name: 'name by which an employee signs in',
      user_name_key: 'name by which an employee signs in, folded',
      external_id: 'id of an employee in the identity provider',
      email_keys: 'e-mail addresses of an employee, folded',
      manager_id: 'id of an employee',
      details:
        'parts of the name, names in groups, e-mail and postal addresses, telephone numbers, title, ' +
        'language, number, department',
    },
    impersonal: 'company_id updated_at',
  },
  {
    table: 'scim_request',
    purpose: 'integration',
    people: ['employees'],
    kept: 'the last 50 requests of a company',
    access: by('ScimSource'),
    erasure: by('ScimEraser'),
    columns: { object_id: 'id of an employee' },
    impersonal: 'company_id id at api_key_id request status detail duration_ms',
  },
  {
    table: 'webhook',
    purpose: 'integration',
    people: ['users'],
    kept: 'until it is deleted',
    access: by('WebhookSource'),
    erasure: by('WebhookEraser'),
    columns: { user_id: 'id of a user', description: 'written by people' },
    impersonal:
      'company_id id url types api_key_id scopes secret previous_secret previous_until ' +
      'earlier_secrets disabled_reason disabled_at failing_since place company_position catalogue_position created_at updated_at',
  },
  {
    table: 'webhook_message',
    purpose: 'integration',
    people: ['employees'],
    kept: 'for 30 days',
    access: by('WebhookSource'),
    erasure: by('WebhookEraser'),
    columns: { object_id: 'id of an employee', log: 'the beginning of the answers of a receiver' },
    impersonal: 'company_id webhook_id id type count status attempts due_at leased_until created_at',
  },
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

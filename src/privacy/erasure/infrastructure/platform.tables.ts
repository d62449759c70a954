import { by, none, type PersonalPlace, type PersonalTable } from '../../../shared-kernel/personal-tables.js';

/** Tables of the platform, which names no context. */
export const PLATFORM_TABLES: readonly PersonalTable[] = [
  {
    table: 'job',
    purpose: 'operation',
    people: ['users', 'employees'],
    kept: 'for three days after it is done, for thirty after it has failed',
    access: none('Answers of mail servers are no data of the company about the person.'),
    erasure: by('PlatformEraser'),
    columns: { last_error: 'answers of mail servers' },
    impersonal:
      'company_id id kind key payload status due_at attempts lease_id leased_until progress created_at finished_at',
  },
  {
    table: 'idempotency_key',
    purpose: 'operation',
    people: ['employees', 'users'],
    kept: 'for 24 hours',
    access: none('It has the id of what a request made, which is given with the object.'),
    erasure: by('PlatformEraser'),
    columns: { resource_id: 'id of what a request made, such as an employee' },
    impersonal: 'company_id key_digest request_digest status created_at',
  },
];

export const OUTBOX: PersonalPlace = {
  place: 'files: outbox/',
  purpose: 'mails',
  holds: 'mails of a service without `SMTP_URL`',
  people: ['employees', 'users'],
  kept: 'until an operator removes them',
  access: none('Kind and time of mails are given; a deployment with a mail server has no such file.'),
  erasure: by('PlatformEraser'),
};

/** Lines of the log with an id of a person. */
export const LOG: PersonalPlace = {
  place: 'log: userId',
  purpose: 'operation',
  holds: 'id of the user who sent a request',
  people: ['users'],
  kept: 'as long as the operator keeps the log',
  access: none('Without the database, an id tells nobody who it is.'),
  erasure: none('The id is that of nobody once the user is erased.'),
};

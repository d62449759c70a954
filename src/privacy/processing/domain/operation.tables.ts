import { by, none, type PersonalTable } from './described-data.js';

/** Operation of the service, and data protection itself. */
export const OPERATION_TABLES: readonly PersonalTable[] = [
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
  {
    table: 'person_access',
    purpose: 'dataProtection',
    people: ['employees', 'users'],
    kept: 'the person until the archive is removed after seven days; the request for thirty days',
    access: by('AccessSource'),
    erasure: by('AccessEraser'),
    columns: {
      person: 'ids and addresses of a person, until the archive is removed',
      mail_to: 'e-mail address, until the link is sent',
      requested_by: 'id of a user, or of an API key',
    },
    impersonal: 'company_id id state language counts created_at finished_at expires_at',
  },
  {
    table: 'person_erasure',
    purpose: 'dataProtection',
    people: ['employees', 'users'],
    kept: 'the person until the erasure is done; the entry until the company is deleted',
    access: none('A person who is erased is not known any more.'),
    erasure: none('The person is cleared when the erasure is done.'),
    columns: {
      person: 'ids and addresses of a person, until the erasure is done',
      reason: 'written by people',
    },
    impersonal: 'company_id id state pseudonym counts requested_by created_at finished_at allowed_again_at',
  },
  {
    table: 'person_erasure_key',
    purpose: 'dataProtection',
    people: ['employees', 'users'],
    kept: 'until the company is deleted',
    access: none('A keyed hash gives no person away.'),
    erasure: none('It keeps the person erased: without it the next sync would bring the person back.'),
    columns: { hash: 'keyed hash of an e-mail address or external id of an erased person' },
    impersonal: 'company_id erasure_id',
  },
];

import { none, type PersonalPlace, type PersonalTable } from '../../../shared-kernel/personal-tables.js';

export const ERASURE_TABLES: readonly PersonalTable[] = [
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

export const LEDGER_FILES: PersonalPlace = {
  place: 'files: erasures/',
  purpose: 'dataProtection',
  holds: 'keyed hashes of erased people',
  people: ['employees', 'users'],
  kept: 'for good: a restored dump may have the people and their company again',
  access: none('A keyed hash gives no person away.'),
  erasure: none('It keeps the person erased, also after a restore.'),
};

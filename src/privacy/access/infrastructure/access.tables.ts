import { Injectable } from '@nestjs/common';
import { sourceOf, type PersonalRows } from '../../../platform/database/personal-rows.js';
import { by, type PersonalPlace } from '../../../shared-kernel/personal-tables.js';

/** By ids, because an address may have belonged to another person. */
export const IS_ACCESS_OF_PERSON = `
  person IS NOT NULL AND EXISTS (
    SELECT FROM json_array_elements_text(person -> 'employeeIds') WHERE value = ANY (:ids)
    UNION ALL SELECT FROM json_array_elements_text(person -> 'userIds') WHERE value = ANY (:ids)
  )`;

const PERSON_ACCESS: PersonalRows = {
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
  ofPerson: IS_ACCESS_OF_PERSON,
  given: {
    kind: 'accesses',
    columns: 'id, state, created_at AS "createdAt", finished_at AS "finishedAt", expires_at AS "expiresAt"',
    order: 'created_at, id',
  },
};

export const ACCESS_TABLES = [PERSON_ACCESS];

export const ACCESS_ARCHIVES: PersonalPlace = {
  place: 'files: people/',
  purpose: 'dataProtection',
  holds: 'archives with everything about a person',
  people: ['employees', 'users'],
  kept: 'for seven days, unless the request is ended before',
  access: by('AccessSource'),
  erasure: by('AccessEraser'),
};

/** The times at which archives with the data of a person were made. */
@Injectable()
export class AccessSource extends sourceOf(PERSON_ACCESS) {}

import { Injectable } from '@nestjs/common';
import { sourceOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { by, none, type PersonalTable } from '../../shared-kernel/personal-tables.js';

const USER: PersonalRows = {
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
  impersonal: 'company_id id role language deactivated_at link_firm_at follows_staff created_at',
  ofPerson: 'id = ANY (:userIds)',
  given: {
    kind: 'users',
    columns: 'id, email, name, role, language, created_at AS "createdAt", deactivated_at AS "deactivatedAt"',
    order: 'created_at, id',
  },
};

const SESSION: PersonalRows = {
  table: 'session',
  purpose: 'accounts',
  people: ['users'],
  kept: 'until the person is erased, or the company is deleted',
  access: by('UserSource'),
  erasure: by('UserEraser'),
  columns: { user_id: 'id of a user' },
  impersonal: 'company_id id digest expires_at revoked_at last_used_at created_at',
  ofPerson: 'user_id = ANY (:userIds)',
  given: {
    kind: 'sessions',
    columns: `
      id, user_id AS "userId", created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt",
      revoked_at AS "revokedAt"`,
    order: 'created_at, id',
  },
};

const API_KEY: PersonalTable = {
  table: 'api_key',
  purpose: 'integration',
  people: ['users'],
  kept: 'until the company is deleted',
  access: none('The records of what a person did say which keys the person has made.'),
  erasure: none('The id is that of nobody once the user is erased.'),
  columns: { created_by: 'id of a user' },
  impersonal:
    'company_id id digest name scopes first_key_id expires_at revoked_at last_used_at expiry_told_at created_at',
};

export const USER_TABLES = [USER, SESSION, API_KEY];

/** Users and the times of their sessions. */
@Injectable()
export class UserSource extends sourceOf(USER, SESSION) {}

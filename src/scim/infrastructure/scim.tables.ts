import { Injectable } from '@nestjs/common';
import { eraserOf, sourceOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { by } from '../../shared-kernel/personal-tables.js';

const SCIM_USER: PersonalRows = {
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
  ofPerson: 'employee_id = ANY (:employeeIds)',
  given: {
    kind: 'scimUsers',
    columns: `
      employee_id AS "employeeId", user_name AS "userName", external_id AS "externalId", email_keys AS emails,
      details, updated_at AS "updatedAt"`,
    order: 'employee_id',
  },
  counted: 'scimUsers',
  cleared: { manager_id: 'manager_id = ANY (:employeeIds)' },
};

const SCIM_REQUEST: PersonalRows = {
  table: 'scim_request',
  purpose: 'integration',
  people: ['employees'],
  kept: 'the last 50 requests of a company',
  access: by('ScimSource'),
  erasure: by('ScimEraser'),
  columns: { object_id: 'id of an employee' },
  impersonal: 'company_id id at api_key_id request status detail duration_ms',
  ofPerson: 'object_id = ANY (:employeeIds)',
  given: {
    kind: 'scimRequests',
    columns: 'id, at, request, status, detail, duration_ms AS "durationMs"',
    order: 'at, id',
  },
};

export const SCIM_TABLES = [SCIM_USER, SCIM_REQUEST];

/** The values that identity providers sent about a person, and when. */
@Injectable()
export class ScimSource extends sourceOf(...SCIM_TABLES) {}

/** Removes what an identity provider has sent about a person, and the requests about them. */
@Injectable()
export class ScimEraser extends eraserOf(...SCIM_TABLES) {}

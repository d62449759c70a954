import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../../platform/database/personal-records.js';
import { Sql } from '../../../platform/database/sql.js';
import {
  PersonalDataSource,
  type Person,
  type PersonalRecord,
} from '../../../shared-kernel/personal-data.js';

const FIND_USERS = {
  name: 'scim.users-of-person',
  text: `
    SELECT employee_id AS "employeeId", user_name AS "userName", external_id AS "externalId", email_keys AS emails,
      details, updated_at AS "updatedAt"
    FROM scim_user WHERE company_id = $1 AND employee_id = ANY ($2) ORDER BY employee_id`,
};

const FIND_REQUESTS = {
  name: 'scim.requests-of-person',
  text: `
    SELECT id, at, request, status, detail, duration_ms AS "durationMs"
    FROM scim_request WHERE company_id = $1 AND object_id = ANY ($2) ORDER BY at, id`,
};

/** The values that identity providers sent about a person, and when. */
@Injectable()
export class ScimSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, employeeIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'scimUsers', FIND_USERS, [companyId, employeeIds]);
    yield* recordsOfRows(this.sql, 'scimRequests', FIND_REQUESTS, [companyId, employeeIds]);
  }
}

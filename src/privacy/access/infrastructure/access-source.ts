import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../../platform/database/personal-records.js';
import { Sql } from '../../../platform/database/sql.js';
import {
  PersonalDataSource,
  type Person,
  type PersonalRecord,
} from '../../../shared-kernel/personal-data.js';

/** By ids, because an address may have belonged to another person: `$2` ids of employees and users. */
export const IS_OF_PERSON = `
  a.company_id = $1 AND a.person IS NOT NULL AND EXISTS (
    SELECT FROM json_array_elements_text(a.person -> 'employeeIds') WHERE value = ANY ($2)
    UNION ALL SELECT FROM json_array_elements_text(a.person -> 'userIds') WHERE value = ANY ($2)
  )`;

const FIND = {
  name: 'accesses.records-of-person',
  text: `
    SELECT a.id, a.state, a.created_at AS "createdAt", a.finished_at AS "finishedAt", a.expires_at AS "expiresAt"
    FROM person_access a WHERE ${IS_OF_PERSON} ORDER BY a.created_at, a.id`,
};

/** The times at which archives with the data of a person were made. */
@Injectable()
export class AccessSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, employeeIds, userIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'accesses', FIND, [companyId, [...employeeIds, ...userIds]]);
  }
}

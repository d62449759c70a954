import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

const FIND = {
  name: 'persons.former-keys-of-person',
  text: `
    SELECT f.kind, f.key, f.since, f.until FROM former_key f
    WHERE f.company_id = $1 AND f.holder_id = ANY ($2) ORDER BY f.until, f.kind, f.key`,
};

/** Addresses, external ids and names that a person had before. */
@Injectable()
export class FormerKeySource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, employeeIds, userIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'formerKeys', FIND, [companyId, [...employeeIds, ...userIds]]);
  }
}

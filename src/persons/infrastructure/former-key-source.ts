import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

const FIND = {
  name: 'persons.former-keys-of-person',
  text: `
    SELECT p.kind, p.key, p.since, p.until FROM key_period p
    WHERE p.company_id = $1 AND p.holder_id = ANY ($2) AND p.until IS NOT NULL ORDER BY p.until, p.kind, p.key`,
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

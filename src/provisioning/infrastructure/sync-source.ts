import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

const FIND_ROWS = {
  name: 'syncs.rows-of-person',
  text: `
    SELECT r.sync_id AS "syncId", s.source, s.created_at AS "createdAt", s.finished_at AS "finishedAt", r.kind,
      r.employee_id AS "employeeId", r.external_id AS "externalId", r.email, r.reason, r.changes, r.issues
    FROM employee_sync_row r JOIN employee_sync s ON s.company_id = r.company_id AND s.id = r.sync_id
    WHERE r.company_id = $1 AND s.company_id = $1
      AND (r.employee_id = ANY ($2) OR lower(r.email) = ANY ($3) OR r.external_id = ANY ($4))
    ORDER BY s.created_at, r.sync_id, r.kind, r.position`,
};

/** The syncs that added, changed, ended or skipped a person. */
@Injectable()
export class SyncSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
    const { companyId, employeeIds, emailKeys, externalIds } = person;
    const values = [companyId, employeeIds, emailKeys, externalIds];
    yield* recordsOfRows(this.sql, 'employeeSyncs', FIND_ROWS, values);
  }
}

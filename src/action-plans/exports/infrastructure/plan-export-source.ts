import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../../platform/database/personal-records.js';
import { Sql } from '../../../platform/database/sql.js';
import {
  PersonalDataSource,
  type Person,
  type PersonalRecord,
} from '../../../shared-kernel/personal-data.js';

const FIND = {
  name: 'exports.records-of-person',
  text: `
    SELECT id, plan_id AS "planId", status, requested_at AS "requestedAt", finished_at AS "finishedAt",
      expires_at AS "expiresAt", file_name AS "fileName"
    FROM plan_export WHERE company_id = $1 AND requested_by = ANY ($2) ORDER BY requested_at, id`,
};

/** The exports that a person asked for, with the times of their files, mails and links. */
@Injectable()
export class PlanExportSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, userIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'exports', FIND, [companyId, userIds]);
  }
}

import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

const FIND_USERS = {
  name: 'identity.users-of-person',
  text: `
    SELECT id, email, name, role, language, created_at AS "createdAt", deactivated_at AS "deactivatedAt"
    FROM user_account WHERE company_id = $1 AND id = ANY ($2) ORDER BY created_at, id`,
};

const FIND_SESSIONS = {
  name: 'identity.sessions-of-person',
  text: `
    SELECT id, user_id AS "userId", created_at AS "createdAt", last_used_at AS "lastUsedAt",
      expires_at AS "expiresAt", revoked_at AS "revokedAt"
    FROM session WHERE company_id = $1 AND user_id = ANY ($2) ORDER BY created_at, id`,
};

/** Users and the times of their sessions. */
@Injectable()
export class UserSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, userIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'users', FIND_USERS, [companyId, userIds]);
    yield* recordsOfRows(this.sql, 'sessions', FIND_SESSIONS, [companyId, userIds]);
  }
}

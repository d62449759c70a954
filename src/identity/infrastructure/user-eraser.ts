import { Injectable } from '@nestjs/common';
import { ShortCaches } from '../../platform/database/short-caches.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

const COUNT = {
  name: 'identity.count-of-person',
  text: `
    SELECT
      (SELECT count(*)::integer FROM user_account WHERE company_id = $1 AND id = ANY ($2) AND email <> '') AS users,
      (SELECT count(*)::integer FROM session WHERE company_id = $1 AND user_id = ANY ($2)) AS sessions`,
};

const DELETE_SESSIONS = {
  name: 'identity.delete-sessions-of-person',
  text: 'DELETE FROM session WHERE company_id = $1 AND user_id = ANY ($2) RETURNING digest',
};

/** Of all companies: a digest is that of one credential. */
const DELETE_DIGESTS = {
  name: 'identity.delete-digests',
  text: 'DELETE FROM credential_digest WHERE digest = ANY ($1)',
};

/**
 * The id is left, which plans, actions and notes have as their author. The time is a parameter, because Citus changes
 * no rows by an expression of a column and `now()`.
 */
const ANONYMIZE = {
  name: 'identity.anonymize-users',
  text: `
    UPDATE user_account SET email = '', email_key = id, name = '', role = 'PUBLIC', language = 'en',
      employee_id = NULL, deactivated_at = coalesce(deactivated_at, $3)
    WHERE company_id = $1 AND id = ANY ($2) AND email <> ''`,
};

/** Removes sessions, and what tells who a user was. */
@Injectable()
export class UserEraser extends PersonalDataEraser {
  readonly tables = ['user_account', 'session'];

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
    private readonly caches: ShortCaches,
  ) {
    super();
  }

  async count({ companyId, userIds }: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<PersonalCounts>(COUNT, [companyId, userIds]);
    return { ...row };
  }

  async erase({ companyId, userIds }: Person): Promise<void> {
    if (userIds.length === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      const values = [companyId, userIds];
      const ended = await this.sql.query<{ digest: Buffer }>(DELETE_SESSIONS, values, transaction);
      const digests = ended.map(({ digest }) => digest);
      if (digests.length > 0) await this.sql.query(DELETE_DIGESTS, [digests], transaction);
      await this.sql.query(ANONYMIZE, [...values, new Date()], transaction);
      this.caches.clearAfter(transaction);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Revisions } from '../../platform/database/revisions.js';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ApiKey } from '../domain/api-key.js';
import { CompanyNotFound, UserNotFound } from '../domain/identity.errors.js';
import { CredentialRepository } from '../domain/identity.repositories.js';
import type { Session } from '../domain/session.js';

const INSERT_SESSION = {
  name: 'identity.insert-session',
  text: `
    INSERT INTO session (id, digest, user_id, expires_at)
    SELECT $1, $2, id, $4 FROM user_account WHERE id = $3 AND deactivated_at IS NULL
    RETURNING id`,
};

const REVOKE_SESSIONS = {
  name: 'identity.revoke-sessions',
  text: `
    WITH revoked AS (
      UPDATE session SET revoked_at = now()
      WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > now()
      RETURNING id
    )
    SELECT (SELECT count(*)::integer FROM revoked) AS revoked FROM user_account WHERE id = $1`,
};

const FIND_SESSIONS_BY_EMAIL = {
  name: 'identity.find-sessions-by-email',
  text: `
    SELECT s.id FROM session s JOIN user_account u ON u.id = s.user_id
    WHERE u.company_id = $1 AND s.revoked_at IS NULL AND s.expires_at > now()
      AND lower(u.email COLLATE "und-x-icu") IN (SELECT lower(e COLLATE "und-x-icu") FROM unnest($2::text[]) e)`,
};

const REVOKE_SESSIONS_BY_ID = {
  name: 'identity.revoke-sessions-by-id',
  text: 'UPDATE session SET revoked_at = now() WHERE id = ANY ($1)',
};

const INSERT_API_KEY = {
  name: 'identity.insert-api-key',
  text: 'INSERT INTO api_key (id, digest, company_id, name, scopes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
};

const REVOKE_API_KEY = {
  name: 'identity.revoke-api-key',
  text: 'UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id',
};

const REVOKE_DEMO = {
  name: 'identity.revoke-demo',
  text: `
    WITH sessions AS (
      UPDATE session s SET revoked_at = now()
      FROM user_account u JOIN company c ON c.id = u.company_id
      WHERE s.user_id = u.id AND c.is_demo AND s.revoked_at IS NULL
    )
    UPDATE api_key k SET revoked_at = now()
    FROM company c
    WHERE k.company_id = c.id AND c.is_demo AND k.revoked_at IS NULL`,
};

/** Credentials in PostgreSQL. Each call is one statement whose condition is part of it, so nothing can slip between. */
@Injectable()
export class SqlCredentialRepository extends CredentialRepository {
  constructor(
    private readonly sql: Sql,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insertSession({ id, digest, userId, expiresAt }: Session): Promise<void> {
    const inserted = await this.sql.query(INSERT_SESSION, [id, digest, userId, expiresAt]);
    if (inserted.length === 0) throw new UserNotFound(userId);
  }

  async revokeSessions(userId: string): Promise<number | undefined> {
    const [row] = await this.sql.query<{ revoked: number }>(REVOKE_SESSIONS, [userId]);
    this.revisions.invalidate();
    return row?.revoked;
  }

  /** Only what revokes something may be run: even an update of no row moves the revision of all credentials. */
  async revokeSessionsByEmail(
    companyId: string,
    emails: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    const found = await this.sql.query<{ id: string }>(
      FIND_SESSIONS_BY_EMAIL,
      [companyId, emails],
      transaction,
    );
    if (found.length === 0) return;
    await this.sql.query(REVOKE_SESSIONS_BY_ID, [found.map(({ id }) => id)], transaction);
    this.revisions.invalidate();
  }

  async insertApiKey({ id, digest, companyId, name, scopes, expiresAt }: ApiKey): Promise<void> {
    try {
      await this.sql.query(INSERT_API_KEY, [id, digest, companyId, name, scopes, expiresAt]);
    } catch (error) {
      if (isForeignKeyViolation(error, 'api_key_company_fkey')) throw new CompanyNotFound(companyId);
      throw error;
    }
  }

  async revokeApiKey(id: string): Promise<boolean> {
    const revoked = await this.sql.query(REVOKE_API_KEY, [id]);
    this.revisions.invalidate();
    return revoked.length === 1;
  }

  async revokeDemo(): Promise<void> {
    await this.sql.query(REVOKE_DEMO);
    this.revisions.invalidate();
  }
}

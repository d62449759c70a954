import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { ShortCaches } from '../../platform/database/short-caches.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ApiKey } from '../domain/api-key.js';
import { ApiKeyNotFound, CompanyNotFound } from '../domain/identity.errors.js';
import { ApiKeyRepository, SessionRepository } from '../domain/identity.repositories.js';
import type { RevokedSession, Session } from '../domain/session.js';
import {
  apiKeySchema,
  credentialDigestSchema,
  fromApiKeyRow,
  sessionSchema,
  toApiKeyRow,
} from './identity.schemas.js';

const REVOKE = {
  name: 'identity.revoke-session',
  text: `
    UPDATE session SET revoked_at = now()
    WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > now()
    RETURNING id, company_id AS "companyId", user_id AS "userId"`,
};

const REVOKE_OF_USERS = {
  name: 'identity.revoke-sessions-of-users',
  text: `
    UPDATE session SET revoked_at = now()
    WHERE company_id = $1 AND user_id = ANY ($2) AND revoked_at IS NULL AND expires_at > now()
    RETURNING id, company_id AS "companyId", user_id AS "userId"`,
};

const REVOKE_OF_EMPLOYEES = {
  name: 'identity.revoke-sessions-of-employees',
  text: `
    UPDATE session s SET revoked_at = now() FROM user_account u
    WHERE u.company_id = $1 AND u.employee_id = ANY ($2) AND u.deactivated_at IS NULL
      AND s.company_id = $1 AND s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > now()
    RETURNING s.id, s.company_id AS "companyId", s.user_id AS "userId"`,
};

/** Stores the company of a credential, because a request has nothing but the credential. */
async function insertDigest(
  manager: EntityManager,
  { digest, companyId }: { readonly digest: Buffer; readonly companyId: string },
): Promise<void> {
  await manager.insert(credentialDigestSchema, { digest, companyId });
}

@Injectable()
export class TypeormSessionRepository extends SessionRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: ShortCaches,
  ) {
    super();
  }

  async insert(session: Session, transaction: Transaction): Promise<void> {
    const manager = managerOf(transaction);
    await manager.insert(sessionSchema, { ...session });
    await insertDigest(manager, session);
  }

  revoke(companyId: string, id: string, transaction: Transaction): Promise<RevokedSession[]> {
    return this.revokeBy(REVOKE, [companyId, id], transaction);
  }

  revokeOfUsers(
    companyId: string,
    userIds: readonly string[],
    transaction: Transaction,
  ): Promise<RevokedSession[]> {
    return this.revokeBy(REVOKE_OF_USERS, [companyId, userIds], transaction);
  }

  revokeOfEmployees(
    companyId: string,
    employeeIds: readonly string[],
    transaction: Transaction,
  ): Promise<RevokedSession[]> {
    return this.revokeBy(REVOKE_OF_EMPLOYEES, [companyId, employeeIds], transaction);
  }

  private async revokeBy(
    statement: Statement,
    values: readonly unknown[],
    transaction: Transaction,
  ): Promise<RevokedSession[]> {
    this.caches.clearAfter(transaction);
    return this.sql.query<RevokedSession & Record<string, unknown>>(statement, values, transaction);
  }
}

/** Nobody adds a key of the company `$1` at the same time. */
const LOCK_KEYS = {
  name: 'identity.lock-api-keys',
  text: 'SELECT pg_advisory_xact_lock(720517, hashtext($1))',
};

const COUNT_KEYS = {
  name: 'identity.count-api-keys',
  text: `
    SELECT count(*)::integer AS count FROM api_key
    WHERE company_id = $1 AND revoked_at IS NULL AND expires_at > now()`,
};

@Injectable()
export class TypeormApiKeyRepository extends ApiKeyRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: ShortCaches,
  ) {
    super();
  }

  async insert(apiKey: ApiKey, transaction: Transaction): Promise<void> {
    const manager = managerOf(transaction);
    try {
      await manager.insert(apiKeySchema, toApiKeyRow(apiKey));
      await insertDigest(manager, apiKey.state);
    } catch (error) {
      if (isForeignKeyViolation(error, 'api_key_company_fkey'))
        throw new CompanyNotFound(apiKey.state.companyId);
      throw error;
    }
  }

  async lock(companyId: string, id: string, transaction: Transaction): Promise<ApiKey> {
    const row = await managerOf(transaction).findOne(apiKeySchema, {
      where: { companyId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new ApiKeyNotFound(id);
    return fromApiKeyRow(row);
  }

  async lockCount(companyId: string, transaction: Transaction): Promise<number> {
    await this.sql.query(LOCK_KEYS, [companyId], transaction);
    const [row] = await this.sql.query<{ count: number }>(COUNT_KEYS, [companyId], transaction);
    return row?.count ?? 0;
  }

  async update(apiKey: ApiKey, transaction: Transaction): Promise<void> {
    const { companyId, id, ...row } = toApiKeyRow(apiKey);
    await managerOf(transaction).update(apiKeySchema, { companyId, id }, row);
    this.caches.clearAfter(transaction);
  }
}

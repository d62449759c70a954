import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
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

const REVOKED = 'RETURNING id, company_id AS "companyId", user_id AS "userId"';

const REVOKE_OF_USER = {
  name: 'identity.revoke-sessions-of-user',
  text: `
    UPDATE session SET revoked_at = now()
    WHERE company_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at > now()
    ${REVOKED}`,
};

const REVOKE_OF_COMPANIES = {
  name: 'identity.revoke-sessions-of-companies',
  text: `UPDATE session SET revoked_at = now() WHERE company_id = ANY ($1) AND revoked_at IS NULL ${REVOKED}`,
};

const FIND_SESSIONS_BY_EMAIL = {
  name: 'identity.find-sessions-by-email',
  text: `
    SELECT s.id, s.company_id AS "companyId", s.user_id AS "userId"
    FROM user_account u JOIN session s ON s.company_id = u.company_id AND s.user_id = u.id
    WHERE u.company_id = $1 AND u.email_key = ANY ($2) AND u.deactivated_at IS NULL
      AND s.revoked_at IS NULL AND s.expires_at > now()`,
};

/** Says to which company a credential belongs, for requests, which have nothing but the credential. */
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
    private readonly unitOfWork: UnitOfWork,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(session: Session, transaction: Transaction): Promise<void> {
    const manager = managerOf(transaction);
    await manager.insert(sessionSchema, { ...session });
    await insertDigest(manager, session);
  }

  revokeOfUser(companyId: string, userId: string, transaction: Transaction): Promise<RevokedSession[]> {
    return this.revoke(REVOKE_OF_USER, [companyId, userId], transaction);
  }

  async revokeByEmail(
    companyId: string,
    emails: readonly string[],
    transaction: Transaction,
  ): Promise<RevokedSession[]> {
    const found = await this.sql.query<RevokedSession & Record<string, unknown>>(
      FIND_SESSIONS_BY_EMAIL,
      [companyId, emails.map(foldEmail)],
      transaction,
    );
    // Even an update of no row would move the revision and empty the cache of every process.
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    await managerOf(transaction).update(sessionSchema, { companyId, id: In(ids) }, { revokedAt: new Date() });
    this.unitOfWork.afterCommit(transaction, () => this.revisions.invalidate());
    return found;
  }

  revokeOfCompanies(companyIds: readonly string[], transaction: Transaction): Promise<RevokedSession[]> {
    return this.revoke(REVOKE_OF_COMPANIES, [companyIds], transaction);
  }

  private async revoke(
    statement: Statement,
    values: readonly unknown[],
    transaction: Transaction,
  ): Promise<RevokedSession[]> {
    this.unitOfWork.afterCommit(transaction, () => this.revisions.invalidate());
    return this.sql.query<RevokedSession & Record<string, unknown>>(statement, values, transaction);
  }
}

@Injectable()
export class TypeormApiKeyRepository extends ApiKeyRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly revisions: Revisions,
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

  async lock(id: string, transaction: Transaction): Promise<ApiKey> {
    const row = await managerOf(transaction).findOne(apiKeySchema, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new ApiKeyNotFound(id);
    return fromApiKeyRow(row);
  }

  async lockOfCompanies(companyIds: readonly string[], transaction: Transaction): Promise<ApiKey[]> {
    const rows = await managerOf(transaction).find(apiKeySchema, {
      where: { companyId: In(companyIds), revokedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(fromApiKeyRow);
  }

  async update(apiKey: ApiKey, transaction: Transaction): Promise<void> {
    const { companyId, id, ...row } = toApiKeyRow(apiKey);
    await managerOf(transaction).update(apiKeySchema, { companyId, id }, row);
    this.unitOfWork.afterCommit(transaction, () => this.revisions.invalidate());
  }
}

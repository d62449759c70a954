import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Sql } from '../../platform/database/sql.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { ApiKey } from '../domain/api-key.js';
import { ApiKeyNotFound, CompanyNotFound } from '../domain/identity.errors.js';
import { ApiKeyRepository, SessionRepository } from '../domain/identity.repositories.js';
import type { Session } from '../domain/session.js';
import {
  apiKeySchema,
  credentialDigestSchema,
  fromApiKeyRow,
  sessionSchema,
  toApiKeyRow,
} from './identity.schemas.js';

const FIND_SESSIONS_BY_EMAIL = {
  name: 'identity.find-sessions-by-email',
  text: `
    SELECT s.id FROM user_account u JOIN session s ON s.company_id = u.company_id AND s.user_id = u.id
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
    private readonly dataSource: DataSource,
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(session: Session): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.insert(sessionSchema, { ...session });
      await insertDigest(manager, session);
    });
  }

  async revokeOfUser(companyId: string, userId: string): Promise<number> {
    const now = new Date();
    const { affected } = await this.dataSource.manager.update(
      sessionSchema,
      { companyId, userId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
      { revokedAt: now },
    );
    this.revisions.invalidate();
    return affected ?? 0;
  }

  async revokeByEmail(companyId: string, emails: readonly string[], transaction: Transaction): Promise<void> {
    const found = await this.sql.query<{ id: string }>(
      FIND_SESSIONS_BY_EMAIL,
      [companyId, emails.map(foldEmail)],
      transaction,
    );
    // Even an update of no row would move the revision and empty the cache of every process.
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await managerOf(transaction).update(sessionSchema, { companyId, id: In(ids) }, { revokedAt: new Date() });
    this.unitOfWork.afterCommit(transaction, () => this.revisions.invalidate());
  }

  async revokeOfCompanies(companyIds: readonly string[]): Promise<void> {
    await this.dataSource.manager.update(
      sessionSchema,
      { companyId: In(companyIds), revokedAt: IsNull() },
      { revokedAt: new Date() },
    );
    this.revisions.invalidate();
  }
}

@Injectable()
export class TypeormApiKeyRepository extends ApiKeyRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(apiKey: ApiKey): Promise<void> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await manager.insert(apiKeySchema, toApiKeyRow(apiKey));
        await insertDigest(manager, apiKey.state);
      });
    } catch (error) {
      if (isForeignKeyViolation(error, 'api_key_company_fkey'))
        throw new CompanyNotFound(apiKey.state.companyId);
      throw error;
    }
  }

  async find(companyId: string, id: string): Promise<ApiKey | undefined> {
    const row = await this.dataSource.manager.findOneBy(apiKeySchema, { companyId, id });
    return row ? fromApiKeyRow(row) : undefined;
  }

  async update(apiKey: ApiKey): Promise<void> {
    const { companyId, id, ...row } = toApiKeyRow(apiKey);
    const { affected } = await this.dataSource.manager.update(
      apiKeySchema,
      { companyId, id, revokedAt: IsNull() },
      row,
    );
    this.revisions.invalidate();
    if (affected !== 1) throw new ApiKeyNotFound(id);
  }

  async revokeOfCompanies(companyIds: readonly string[]): Promise<void> {
    await this.dataSource.manager.update(
      apiKeySchema,
      { companyId: In(companyIds), revokedAt: IsNull() },
      { revokedAt: new Date() },
    );
    this.revisions.invalidate();
  }
}

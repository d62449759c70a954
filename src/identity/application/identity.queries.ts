import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { Role, Scope } from '../../shared-kernel/actor.js';
import { CompanyNotFound } from '../domain/identity.errors.js';

/** What may be told of an API key. */
export interface ApiKeySummary {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** An active user of a demo company. */
export interface DemoUser {
  readonly companyId: string;
  readonly companyName: string;
  readonly userId: string;
  readonly role: Role;
}

const LIST_API_KEYS = {
  name: 'identity.list-api-keys',
  text: `
    SELECT c.id AS "companyId", k.id, k.name, k.scopes, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
      k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"
    FROM company c LEFT JOIN api_key k ON k.company_id = c.id
    WHERE c.id = $1
    ORDER BY k.id`,
};

const LIST_DEMO_USERS = {
  name: 'identity.list-demo-users',
  text: `
    SELECT c.id AS "companyId", c.name AS "companyName", u.id AS "userId", u.role
    FROM company c JOIN user_account u ON u.company_id = c.id
    WHERE c.is_demo AND u.deactivated_at IS NULL
    ORDER BY c.id, u.id`,
};

const HAS_BEEN_SET_UP = {
  name: 'identity.has-been-set-up',
  text: `
    SELECT EXISTS (SELECT FROM company WHERE NOT is_demo) OR EXISTS (SELECT FROM session)
      OR EXISTS (SELECT FROM api_key) AS "hasBeenSetUp"`,
};

/** What an operator reads about companies, users and keys. */
@Injectable()
export class IdentityQueries {
  constructor(private readonly sql: Sql) {}

  /** The keys of a company, oldest first, the revoked ones too. @throws {CompanyNotFound} */
  async listApiKeys(companyId: string): Promise<ApiKeySummary[]> {
    const rows = await this.sql.query<ApiKeySummary & { companyId: string }>(LIST_API_KEYS, [companyId]);
    if (rows.length === 0) throw new CompanyNotFound(companyId);
    return rows
      .filter(({ id }) => (id as string | null) !== null)
      .map(({ id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }) => {
        return { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
      });
  }

  /** The active users of the demo companies, by company. */
  async listDemoUsers(): Promise<DemoUser[]> {
    return this.sql.query<DemoUser & Record<string, unknown>>(LIST_DEMO_USERS);
  }

  /**
   * Whether anything has been set up yet. Demo companies without any credential are what a crash in the middle of
   * their creation left behind.
   */
  async hasBeenSetUp(): Promise<boolean> {
    const [row] = await this.sql.query<{ hasBeenSetUp: boolean }>(HAS_BEEN_SET_UP);
    return row?.hasBeenSetUp ?? false;
  }
}

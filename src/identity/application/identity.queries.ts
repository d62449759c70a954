import { Injectable } from '@nestjs/common';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql } from '../../platform/database/sql.js';
import type { Role, Scope, UserActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { GRANTABLE_SCOPES } from '../domain/company.js';
import { CompanyNotFound } from '../domain/identity.errors.js';
import type { UserResponse } from './user.response.js';

/** An API key without its secret. */
export interface ApiKeySummary {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** One of the keys that follow one another by rotations. */
export interface RotatedKey {
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** Neither revoked nor expired. */
  readonly isValid: boolean;
}

/** An active user, for work in the name of that person and for mail to them. */
export interface ActivePerson {
  readonly actor: UserActor;
  readonly email: string;
  readonly name: string;
  readonly companyName: string;
  /** IANA name; the zone of the person's company. */
  readonly timeZone: string;
  /** Id of the employee who the user is; null for one who has left, and where the user is none. */
  readonly employeeId: string | null;
}

/** A user to whom mail may be sent, unless deactivated. */
export interface UserContact {
  readonly id: string;
  /** As folded by `foldEmail`. */
  readonly emailKey: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly language: string;
  readonly isActive: boolean;
  /** Id of the employee who the user is, also of one who has left. */
  readonly employeeId: string | null;
}

/** Users by their id, their employee or their address, which many deactivated users may have. */
export interface WantedContacts {
  readonly ids?: readonly string[];
  readonly employeeIds?: readonly string[];
  /** As folded by `foldEmail`. */
  readonly emailKeys?: readonly string[];
}

const LIST_API_KEYS = {
  name: 'identity.list-api-keys',
  text: `
    SELECT c.id AS "companyId", k.id, k.name, k.scopes, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
      k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"
    FROM company c LEFT JOIN api_key k ON k.company_id = $1
    WHERE c.id = $1
    ORDER BY k.id`,
};

/** `$2` one of the keys. */
const KEYS_OF_ROTATION = {
  name: 'identity.keys-of-rotation',
  text: `
    SELECT k.id, k.scopes, k.revoked_at IS NULL AND k.expires_at > now() AS "isValid"
    FROM api_key k
    WHERE k.company_id = $1 AND coalesce(k.first_key_id, k.id) = (
      SELECT coalesce(one.first_key_id, one.id) FROM api_key one WHERE one.company_id = $1 AND one.id = $2
    )
    ORDER BY k.created_at DESC, k.id DESC`,
};

const COMPANY_EXISTS = {
  name: 'identity.company-exists',
  text: 'SELECT FROM company WHERE id = $1',
};

const READ_TIME_ZONE = {
  name: 'identity.time-zone',
  text: 'SELECT time_zone AS "timeZone" FROM company WHERE id = $1',
};

const FIND_ACTIVE_PERSON = {
  name: 'identity.find-active-person',
  text: `
    SELECT u.email, u.name, c.name AS "companyName", c.time_zone AS "timeZone", e.id AS "employeeId",
      json_build_object(
        'kind', 'user', 'userId', u.id, 'companyId', u.company_id, 'role', u.role, 'language', u.language
      ) AS actor
    FROM user_account u JOIN company c ON c.id = u.company_id
      LEFT JOIN employee e ON e.company_id = u.company_id AND e.id = u.employee_id AND e.deleted_at IS NULL
    WHERE ${inCompany('u')} AND u.id = $2 AND u.deactivated_at IS NULL`,
};

const READ_GRANTABLE_SCOPES = {
  name: 'identity.grantable-scopes',
  text: 'SELECT grantable_scopes AS "grantableScopes" FROM company WHERE id = $1',
};

const READ_NAMES = {
  name: 'identity.names',
  text: `SELECT id, name FROM user_account u WHERE ${inCompany('u')} AND id = ANY ($2)`,
};

const LIST_USERS = {
  name: 'identity.users-by-id',
  text: `
    SELECT id, name, role, deactivated_at IS NOT NULL AS deactivated FROM user_account u
    WHERE ${inCompany('u')} AND id = ANY ($2)
    ORDER BY id`,
};

const LIST_CONTACTS = {
  name: 'identity.contacts',
  text: `
    SELECT id, email_key AS "emailKey", email, name, role, language, deactivated_at IS NULL AS "isActive",
      employee_id AS "employeeId"
    FROM user_account u
    WHERE ${inCompany('u')} AND (id = ANY ($2) OR email_key = ANY ($3) OR employee_id = ANY ($4))`,
};

/** `$2` limit. */
const LIST_ADMINS = {
  name: 'identity.active-admins',
  text: `
    SELECT id FROM user_account
    WHERE company_id = $1 AND role = 'ADMIN' AND deactivated_at IS NULL
    ORDER BY id LIMIT $2`,
};

/** Admins of a company to whom a mail of the service goes. */
const MAX_MAILED_ADMINS = 50;

/** Reads companies, users and keys for requests, operators, background work and other contexts. */
@Injectable()
export class IdentityQueries {
  constructor(private readonly sql: Sql) {}

  /** @throws {CompanyNotFound} */
  async checkCompany(companyId: string): Promise<void> {
    const found = await this.sql.query(COMPANY_EXISTS, [companyId]);
    if (found.length === 0) throw new CompanyNotFound(companyId);
  }

  /** The IANA name of the time zone of a company. @throws {CompanyNotFound} */
  async timeZoneOf(companyId: string): Promise<string> {
    const [row] = await this.sql.query<{ timeZone: string }>(READ_TIME_ZONE, [companyId]);
    if (!row) throw new CompanyNotFound(companyId);
    return row.timeZone;
  }

  /** Scopes that the admins of a company may grant. @throws {CompanyNotFound} */
  async grantableScopes(companyId: string, transaction?: Transaction): Promise<readonly Scope[]> {
    const [row] = await this.sql.query<{ grantableScopes: readonly Scope[] | null }>(
      READ_GRANTABLE_SCOPES,
      [companyId],
      transaction,
    );
    if (!row) throw new CompanyNotFound(companyId);
    return row.grantableScopes ?? GRANTABLE_SCOPES;
  }

  /** The keys of a company, oldest first, including revoked ones. @throws {CompanyNotFound} */
  async listApiKeys(companyId: string): Promise<ApiKeySummary[]> {
    const rows = await this.sql.query<ApiKeySummary & { companyId: string }>(LIST_API_KEYS, [companyId]);
    if (rows.length === 0) throw new CompanyNotFound(companyId);
    return rows
      .filter(({ id }) => (id as string | null) !== null)
      .map(({ id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }) => {
        return { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
      });
  }

  /** A key with those before and after it by rotations, the newest first. */
  keysOfRotation(companyId: string, apiKeyId: string, transaction?: Transaction): Promise<RotatedKey[]> {
    const values = [companyId, apiKeyId];
    return this.sql.query<RotatedKey & Record<string, unknown>>(KEYS_OF_ROTATION, values, transaction);
  }

  /** Reads a user without any cache; undefined when the user is unknown or deactivated. */
  async findActivePerson(
    companyId: string,
    userId: string,
    transaction?: Transaction,
  ): Promise<ActivePerson | undefined> {
    const [row] = await this.sql.query<ActivePerson & Record<string, unknown>>(
      FIND_ACTIVE_PERSON,
      [companyId, userId],
      transaction,
    );
    return row;
  }

  /** Users of a company by id, including deactivated ones; unknown ids are left out. */
  listUsers(companyId: string, ids: readonly string[]): Promise<UserResponse[]> {
    return this.sql.query<UserResponse & Record<string, unknown>>(LIST_USERS, [companyId, ids]);
  }

  /** Users to whom mail may be sent, and deactivated ones. */
  contacts(
    companyId: string,
    { ids = [], emailKeys = [], employeeIds = [] }: WantedContacts,
    transaction?: Transaction,
  ): Promise<UserContact[]> {
    const values = [companyId, ids, emailKeys, employeeIds];
    return this.sql.query<UserContact & Record<string, unknown>>(LIST_CONTACTS, values, transaction);
  }

  /** Names of users by id, including deactivated ones; unknown ids are left out. */
  async namesOf(companyId: string, ids: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.sql.query<{ id: string; name: string }>(READ_NAMES, [companyId, ids]);
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  }

  /** The ids of admins who are not deactivated, at most 50. */
  async activeAdmins(companyId: string, transaction?: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(
      LIST_ADMINS,
      [companyId, MAX_MAILED_ADMINS],
      transaction,
    );
    return rows.map(({ id }) => id);
  }
}

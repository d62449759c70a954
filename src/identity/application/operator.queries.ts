import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { Role } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { isId } from '../../shared-kernel/id.js';
import {
  ApiKeyNotFound,
  CompanyAmbiguous,
  CompanyNameConflict,
  CompanyNotFound,
  SessionNotFound,
  UserAmbiguous,
  UserEmailNotFound,
  UserNotFound,
} from '../domain/identity.errors.js';

export interface CompanySummary {
  readonly id: string;
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly isDemo: boolean;
  readonly createdAt: Date;
}

export interface UserSummary {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** BCP 47 tag. */
  readonly language: string;
  readonly createdAt: Date;
  readonly deactivatedAt: Date | null;
}

/** A session without its secret. */
/** A user, and the employee who the user is. */
export interface UserLinkSummary {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly employeeId: string | null;
  /** The link is firm from then on. */
  readonly firmAt: Date | null;
  /** Ids of employees who have or had the address of the user. */
  readonly candidates: readonly string[];
}

export interface SessionSummary {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly state: 'valid' | 'expired' | 'revoked' | 'user deactivated';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

type SessionRow = Omit<SessionSummary, 'state'> & { readonly deactivatedAt: Date | null };

/** A user of any company. */
export interface FoundUser {
  readonly id: string;
  readonly companyId: string;
}

/** Companies with the id or name first, then some whose name contains the text. */
const FIND_COMPANIES = {
  name: 'identity.find-companies',
  text: `
    SELECT id, name FROM company
    WHERE id = $1 OR strpos(lower(name), lower($1)) > 0
    ORDER BY (id = $1 OR name = $1) DESC, id
    LIMIT 10`,
};

const FIND_NAME = {
  name: 'identity.find-company-name',
  text: 'SELECT id FROM company WHERE name = $1 AND id <> $2 ORDER BY id LIMIT 1',
};

const FIND_SESSION = {
  name: 'identity.find-session',
  text: 'SELECT id, company_id AS "companyId" FROM session WHERE id = $1',
};

const FIND_API_KEY = {
  name: 'identity.find-api-key-of-any-company',
  text: 'SELECT id, company_id AS "companyId" FROM api_key WHERE id = $1',
};

const FIND_USERS = {
  name: 'identity.find-users',
  text: `
    SELECT id, company_id AS "companyId", deactivated_at IS NULL AS "isActive"
    FROM user_account
    WHERE (id = $1 OR email_key = $2) AND ($3::text IS NULL OR company_id = $3)
    ORDER BY company_id, id`,
};

const LIST_COMPANIES = {
  name: 'identity.list-companies',
  text: `
    SELECT id, name, time_zone AS "timeZone", is_demo AS "isDemo", created_at AS "createdAt"
    FROM company
    ORDER BY id DESC
    LIMIT $1`,
};

const LIST_USERS = {
  name: 'identity.list-users',
  text: `
    SELECT id, email, name, role, language, created_at AS "createdAt", deactivated_at AS "deactivatedAt"
    FROM user_account
    WHERE company_id = $1
    ORDER BY id DESC
    LIMIT $2`,
};

/**
 * `$2` limit. Active users with an employee, or with candidates: those who have or had their address. Those who have
 * left have an index of their own.
 */
const LIST_LINKS = {
  name: 'identity.list-links',
  text: `
    SELECT u.id, u.email, u.role, u.employee_id AS "employeeId", u.link_firm_at AS "firmAt", c.candidates
    FROM user_account u CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(DISTINCT o.id), '{}') AS candidates FROM (
        SELECT e.id FROM employee e
        WHERE e.company_id = $1 AND e.deleted_at IS NULL AND e.email_key = u.email_key
        UNION ALL
        SELECT e.id FROM employee e
        WHERE e.company_id = $1 AND e.deleted_at IS NOT NULL AND e.email_key = u.email_key
        UNION ALL
        SELECT p.holder_id FROM key_period p
        WHERE p.company_id = $1 AND p.key = u.email_key AND p.kind = 'email' AND NOT p.is_user AND p.until IS NOT NULL
      ) o
    ) c
    WHERE u.company_id = $1 AND u.deactivated_at IS NULL AND (u.employee_id IS NOT NULL OR c.candidates <> '{}')
    ORDER BY u.employee_id IS NOT NULL, u.id DESC
    LIMIT $2`,
};

const LIST_SESSIONS = {
  name: 'identity.list-sessions',
  text: `
    SELECT s.id, s.user_id AS "userId", u.email, s.created_at AS "createdAt", s.expires_at AS "expiresAt",
      s.revoked_at AS "revokedAt", s.last_used_at AS "lastUsedAt", u.deactivated_at AS "deactivatedAt"
    FROM session s JOIN user_account u ON u.company_id = s.company_id AND u.id = s.user_id
    WHERE s.company_id = $1
    ORDER BY s.id DESC
    LIMIT $2`,
};

/** Companies, users and sessions for the operator's command, across companies. Lists are newest first. */
@Injectable()
export class OperatorQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * The id of a company.
   * @throws {CompanyNotFound}
   * @throws {CompanyAmbiguous} when several companies have the name
   */
  async companyId(idOrName: string): Promise<string> {
    return (await this.company(idOrName)).id;
  }

  /** Id and name of a company. Throws as {@link companyId} does. */
  async company(idOrName: string): Promise<Pick<CompanySummary, 'id' | 'name'>> {
    const found = await this.sql.query<Pick<CompanySummary, 'id' | 'name'>>(FIND_COMPANIES, [idOrName]);
    const [match, ...more] = found.filter(({ id, name }) => id === idOrName || name === idOrName);
    if (!match) throw new CompanyNotFound(idOrName, found);
    if (more.length > 0) throw new CompanyAmbiguous([match, ...more]);
    return match;
  }

  /**
   * @param ownId - of the company that may have the name
   * @throws {CompanyNameConflict} when another company has it
   */
  async checkNameIsFree(name: string, ownId = ''): Promise<void> {
    const [taken] = await this.sql.query<{ id: string }>(FIND_NAME, [name, ownId]);
    if (taken) throw new CompanyNameConflict(taken.id);
  }

  /** A session of any company. @throws {SessionNotFound} */
  async session(id: string): Promise<{ readonly id: string; readonly companyId: string }> {
    const [found] = await this.sql.query<{ id: string; companyId: string }>(FIND_SESSION, [id]);
    if (!found) throw new SessionNotFound(id);
    return found;
  }

  /** An API key of any company. @throws {ApiKeyNotFound} */
  async apiKey(id: string): Promise<{ readonly id: string; readonly companyId: string }> {
    const [found] = await this.sql.query<{ id: string; companyId: string }>(FIND_API_KEY, [id]);
    if (!found) throw new ApiKeyNotFound(id);
    return found;
  }

  /**
   * A user. Deactivated ones are found by e-mail only if no active one has it.
   * @param companyId - looks in this company only
   * @throws {UserNotFound}
   * @throws {UserAmbiguous} when several users have the e-mail address
   */
  async user(idOrEmail: string, companyId?: string): Promise<FoundUser> {
    const values = [idOrEmail, foldEmail(idOrEmail), companyId ?? null];
    const found = await this.sql.query<FoundUser & { isActive: boolean }>(FIND_USERS, values);
    const active = found.filter(({ isActive }) => isActive);
    const [match, ...more] = active.length > 0 ? active : found;
    if (!match) throw isId(idOrEmail) ? new UserNotFound(idOrEmail) : new UserEmailNotFound();
    if (more.length > 0) throw new UserAmbiguous([match, ...more]);
    return { id: match.id, companyId: match.companyId };
  }

  /** @param limit - null for all */
  async listCompanies(limit: number | null): Promise<CompanySummary[]> {
    return this.sql.query<CompanySummary & Record<string, unknown>>(LIST_COMPANIES, [limit]);
  }

  /** The users of a company, including deactivated ones; all of them where the limit is null. */
  async listUsers(companyId: string, limit: number | null): Promise<UserSummary[]> {
    return this.sql.query<UserSummary & Record<string, unknown>>(LIST_USERS, [companyId, limit]);
  }

  /**
   * Active users and the employees who they are; first those who are none yet, though employees have or had their
   * address.
   */
  async listLinks(companyId: string, limit: number | null): Promise<UserLinkSummary[]> {
    return this.sql.query<UserLinkSummary & Record<string, unknown>>(LIST_LINKS, [companyId, limit]);
  }

  /** The sessions of a company, including invalid ones; all of them where the limit is null. */
  async listSessions(companyId: string, limit: number | null): Promise<SessionSummary[]> {
    const rows = await this.sql.query<SessionRow & Record<string, unknown>>(LIST_SESSIONS, [
      companyId,
      limit,
    ]);
    return rows.map(({ deactivatedAt, id, userId, email, ...times }) => {
      return { id, userId, email, state: stateOf({ deactivatedAt, ...times }), ...times };
    });
  }
}

function stateOf({
  revokedAt,
  deactivatedAt,
  expiresAt,
}: Pick<SessionRow, 'revokedAt' | 'deactivatedAt' | 'expiresAt'>): SessionSummary['state'] {
  if (revokedAt) return 'revoked';
  if (deactivatedAt) return 'user deactivated';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'valid';
}

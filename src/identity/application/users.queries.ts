import { Injectable } from '@nestjs/common';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql } from '../../platform/database/sql.js';
import type { Role } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { PageWindow, RenderedPage } from '../../shared-kernel/page-window.js';
import { UserNotFound } from '../domain/identity.errors.js';
import type { UserAccountResponse } from './user.response.js';

/** Filters of the users of a company; all must match. */
export interface UserSearch {
  /** A part of the name or of the e-mail address, whatever the case. */
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly deactivated?: boolean | undefined;
}

/** A user as {@link UserAccountResponse} has it. An erased one has no address and is nobody. */
const ACCOUNTS = `
  SELECT lower(u.name) AS sorted, u.id, json_strip_nulls(json_build_object(
      'id', u.id, 'name', u.name, 'role', u.role, 'deactivated', u.deactivated_at IS NOT NULL, 'email', u.email,
      'language', u.language, 'employeeId', u.employee_id
    )) AS account
  FROM user_account u
  WHERE ${inCompany('u')} AND u.email <> ''`;

/** `$2` id. */
const FIND_ACCOUNT = {
  name: 'identity.find-account',
  text: `SELECT account FROM (${ACCOUNTS} AND u.id = $2) AS found`,
};

/** `$2` role, `$3` deactivated or not, `$4` text, `$5` the same as an address is folded, `$6` and `$7` the window. */
const LIST_ACCOUNTS = {
  name: 'identity.list-accounts',
  text: `
    WITH matching AS MATERIALIZED (
      ${ACCOUNTS} AND ($2::text IS NULL OR u.role = $2)
        AND ($3::boolean IS NULL OR (u.deactivated_at IS NOT NULL) = $3)
        AND ($4::text IS NULL OR strpos(lower(u.name), lower($4)) > 0 OR strpos(u.email_key, $5) > 0)
    )
    SELECT (SELECT count(*)::integer FROM matching) AS total, (
      SELECT coalesce(json_agg(account), '[]') FROM (
        SELECT account FROM matching ORDER BY sorted, id OFFSET $6 LIMIT $7
      ) AS page
    ) AS accounts`,
};

/** Reads the users of a company as its admins see them. */
@Injectable()
export class UsersQueries {
  constructor(private readonly sql: Sql) {}

  /** @throws {UserNotFound} */
  async get(companyId: string, userId: string): Promise<UserAccountResponse> {
    const values = [companyId, userId];
    const [row] = await this.sql.query<{ account: UserAccountResponse }>(FIND_ACCOUNT, values);
    if (!row) throw new UserNotFound(userId);
    return row.account;
  }

  /** A window of the users who match, deactivated ones too, by name. */
  async list(
    companyId: string,
    { q, role, deactivated }: UserSearch,
    { from, to }: PageWindow,
  ): Promise<RenderedPage> {
    const [row] = await this.sql.query<{ total: number; accounts: readonly UserAccountResponse[] }>(
      LIST_ACCOUNTS,
      [
        companyId,
        role ?? null,
        deactivated ?? null,
        q ?? null,
        q === undefined ? null : foldEmail(q),
        from,
        to - from,
      ],
    );
    if (!row) throw new Error('The users of a company were not read.');
    const { total, accounts } = row;
    return { content: JSON.stringify(accounts), total };
  }
}

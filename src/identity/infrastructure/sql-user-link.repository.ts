import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  UserLinkRepository,
  type ChangedLink,
  type FollowedEmployee,
} from '../domain/identity.repositories.js';

/** An unconfirmed link is firm after this time: an address that is wrong for a minute makes none. */
const FIRM_AFTER_MS = 86_400_000;

/** The address of an employee who had it for a day was not a mistake of a minute: the user was made for that one. */
const hadForADay = (employeeId: string): string => `
  EXISTS (
    SELECT FROM key_period p
    WHERE p.company_id = $1 AND p.key = u.email_key AND p.kind = 'email' AND p.holder_id = ${employeeId}
      AND p.until > p.since + interval '1 day'
  )`;

/** `$2` employees, `$3` time. */
const UNLINK_BY_EMPLOYEES = {
  name: 'identity.unlink-by-employees',
  text: `
    UPDATE user_account u SET employee_id = NULL, link_firm_at = NULL
    FROM json_to_recordset($2::json) AS e (id text, "emailKey" text)
    WHERE u.company_id = $1 AND u.employee_id = e.id AND u.link_firm_at > $3
      AND u.email_key IS DISTINCT FROM e."emailKey" AND NOT ${hadForADay('e.id')}
    RETURNING u.id AS "userId", e.id AS before, NULL AS after`,
};

/** `$2` users, `$3` time. Who becomes an admin before the link is firm has none that nobody has confirmed. */
const UNLINK_USERS = {
  name: 'identity.unlink-users',
  text: `
    UPDATE user_account u SET employee_id = NULL, link_firm_at = NULL
    FROM employee e
    WHERE u.company_id = $1 AND u.id = ANY ($2) AND u.link_firm_at > $3
      AND e.company_id = $1 AND e.id = u.employee_id AND (
        u.role = 'ADMIN' OR e.deleted_at IS NULL AND e.email_key IS DISTINCT FROM u.email_key
          AND NOT ${hadForADay('e.id')}
      )
    RETURNING u.id AS "userId", e.id AS before, NULL AS after`,
};

/**
 * `$3` time at which links are firm. A user who had the address when another employee lost it may be that one, unless
 * the employee had it before and gets it back.
 */
const linking = (condition: string): string => `
  UPDATE user_account u SET employee_id = e.id, link_firm_at = $3
  FROM employee e
  WHERE u.company_id = $1 AND u.deactivated_at IS NULL AND u.role <> 'ADMIN' AND u.link_firm_at IS NULL
    AND e.company_id = $1 AND e.deleted_at IS NULL AND e.email_key = u.email_key AND ${condition}
    AND NOT EXISTS (
      SELECT FROM user_account o WHERE o.company_id = $1 AND o.employee_id = e.id
    )
    AND NOT EXISTS (
      SELECT FROM employee o
      WHERE o.company_id = $1 AND o.email_key = e.email_key AND o.deleted_at IS NOT NULL AND o.id <> e.id
    )
    AND NOT EXISTS (
      SELECT FROM key_period p
      WHERE p.company_id = $1 AND p.key = e.email_key AND p.kind = 'email' AND p.holder_id <> e.id
        AND p.holder_id <> u.id AND (
          p.until > p.since + interval '1 day'
          OR NOT p.is_user AND p.until > u.created_at AND NOT EXISTS (
            SELECT FROM key_period b
            WHERE b.company_id = $1 AND b.key = p.key AND b.kind = 'email' AND b.holder_id = e.id AND b.since < p.since
          )
        )
    )
  RETURNING u.id AS "userId", NULL AS before, u.employee_id AS after`;

/** `$2` ids of employees, `$4` their folded addresses. */
const LINK_BY_EMPLOYEES = {
  name: 'identity.link-by-employees',
  text: linking('e.id = ANY ($2) AND u.email_key = ANY ($4)'),
};

/** `$2` users. */
const LINK_USERS = { name: 'identity.link-users', text: linking('u.id = ANY ($2)') };

/** `$2` employee. */
const FIND_EMPLOYEE = {
  name: 'identity.find-employee-of-link',
  text: `
    SELECT e.deleted_at IS NULL AS "isPresent" FROM employee e WHERE e.company_id = $1 AND e.id = $2`,
};

type Row = ChangedLink & Record<string, unknown>;

@Injectable()
export class SqlUserLinkRepository extends UserLinkRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async followEmployees(
    companyId: string,
    employees: readonly FollowedEmployee[],
    transaction: Transaction,
  ): Promise<ChangedLink[]> {
    if (employees.length === 0) return [];
    const now = Date.now();
    // Those who leave with another address keep the link, so that the sessions of their users end.
    const keys = employees.filter(({ isPresent }) => isPresent).map(({ id, emailKey }) => ({ id, emailKey }));
    const removing = [companyId, JSON.stringify(keys), new Date(now)];
    const removed = await this.sql.query<Row>(UNLINK_BY_EMPLOYEES, removing, transaction);
    const present = employees.filter(({ isPresent, emailKey }) => isPresent && emailKey !== null);
    if (present.length === 0) return removed;
    const ids = present.map(({ id }) => id);
    const values = [companyId, ids, new Date(now + FIRM_AFTER_MS), present.map(({ emailKey }) => emailKey)];
    return [...removed, ...(await this.sql.query<Row>(LINK_BY_EMPLOYEES, values, transaction))];
  }

  async followUsers(
    companyId: string,
    userIds: readonly string[],
    transaction: Transaction,
  ): Promise<ChangedLink[]> {
    if (userIds.length === 0) return [];
    const now = Date.now();
    const removed = await this.sql.query<Row>(UNLINK_USERS, [companyId, userIds, new Date(now)], transaction);
    const values = [companyId, userIds, new Date(now + FIRM_AFTER_MS)];
    return [...removed, ...(await this.sql.query<Row>(LINK_USERS, values, transaction))];
  }

  async hasEmployee(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean> {
    return (await this.find(companyId, employeeId, transaction)) !== undefined;
  }

  async isPresent(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean> {
    return (await this.find(companyId, employeeId, transaction))?.isPresent ?? false;
  }

  private async find(
    companyId: string,
    employeeId: string,
    transaction: Transaction,
  ): Promise<{ readonly isPresent: boolean } | undefined> {
    const [row] = await this.sql.query<{ isPresent: boolean }>(
      FIND_EMPLOYEE,
      [companyId, employeeId],
      transaction,
    );
    return row;
  }
}

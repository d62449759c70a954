import { Injectable } from '@nestjs/common';
import type { NewStaffUser } from '../../identity/index.js';
import { inCompany } from '../../platform/database/in-company.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { Role } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ProviderPerson } from '../domain/id-token.js';
import { MAX_LISTED_COMPANIES } from '../domain/sign-in.limits.js';
import type { CodeMode } from '../domain/sign-in-settings.js';

/** A user who may be the person that a token names. */
export interface Candidate {
  readonly userId: string;
  readonly role: Role;
  readonly language: string;
}

/** A user with an address, with what the company says about codes. */
export interface UserWithAddress {
  readonly userId: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly codes: CodeMode;
  readonly issuer: string | null;
  /** Null where the company has not set it. */
  readonly sessionS: number | null;
}

const FIND_LINKED = named(
  'sign-in.find-linked-user',
  `
    SELECT l.user_id AS "userId", u.role, u.language
    FROM sign_in_link l JOIN user_account u ON u.company_id = :companyId AND u.id = l.user_id
    WHERE l.company_id = :companyId AND l.issuer = :issuer AND l.subject = :subject AND u.deactivated_at IS NULL`,
);

/**
 * A user who is an employee and has an address that is another employee's by now: whoever reads its mails is the other
 * one.
 */
const hasAddressOfAnother = (companyId: string): string => `
  u.employee_id IS NOT NULL AND EXISTS (
    SELECT FROM employee o
    WHERE o.company_id = ${companyId} AND o.email_key = u.email_key AND o.deleted_at IS NULL AND o.id <> u.employee_id
  )`;

/** Without those who have signed in as another person of the provider. */
const FIND_BY_ADDRESS = named(
  'sign-in.find-user',
  `
    SELECT u.id AS "userId", u.role, u.language
    FROM user_account u
    WHERE ${inCompany('u', ':companyId')} AND u.email_key = :emailKey AND u.deactivated_at IS NULL
      AND NOT EXISTS (
        SELECT FROM sign_in_link l
        WHERE l.company_id = :companyId AND l.issuer = :issuer AND l.user_id = u.id
      ) AND NOT (${hasAddressOfAnother(':companyId')})`,
);

/** `$1` address. Of all companies: a person who asks for a code names none. Those who have left are left out. */
const USERS_WITH_ADDRESS: Statement = {
  name: 'sign-in.users-with-address',
  text: `
    SELECT u.id AS "userId", u.company_id AS "companyId", c.name AS "companyName",
      coalesce(s.codes, 'auto') AS codes, s.issuer, s.session_s AS "sessionS"
    FROM user_account u JOIN company c ON c.id = u.company_id
      LEFT JOIN employee e ON e.company_id = u.company_id AND e.id = u.employee_id
      LEFT JOIN sign_in_setting s ON s.company_id = u.company_id
    WHERE u.email_key = $1 AND u.deactivated_at IS NULL AND e.deleted_at IS NULL
      AND NOT (${hasAddressOfAnother('u.company_id')})
    ORDER BY c.name, u.company_id LIMIT ${MAX_LISTED_COMPANIES}`,
};

/** Live employees with an address in companies that take roles from their staff, whose language mails have. */
const STAFF = `
  SELECT e.company_id AS "companyId", e.id, e.document ->> 'email' AS email, e.name, e.document ->> 'role' AS role,
    coalesce(r.language, 'en') AS language
  FROM sign_in_setting s
    JOIN employee e ON e.company_id = s.company_id AND e.email_key = $1 AND e.deleted_at IS NULL
    LEFT JOIN reminder_setting r ON r.company_id = s.company_id
  WHERE s.roles_from = 'employees'`;

/** `$1` address. */
const STAFF_WITH_ADDRESS: Statement = {
  name: 'sign-in.staff-with-address',
  text: `${STAFF} ORDER BY e.company_id LIMIT ${MAX_LISTED_COMPANIES}`,
};

/** `$1` address, `$2` company. */
const STAFF_OF_COMPANY: Statement = {
  name: 'sign-in.staff-of-company',
  text: `${STAFF} AND s.company_id = $2`,
};

/** Finds who signs in. */
@Injectable()
export class SignInQueries {
  constructor(private readonly sql: Sql) {}

  /** The active user who has signed in before as a person of a provider. */
  async findLinked(
    companyId: string,
    { issuer, subject }: ProviderPerson,
    transaction: Transaction,
  ): Promise<Candidate | undefined> {
    const values = { companyId, issuer, subject };
    const [row] = await this.sql.query<Candidate & Record<string, unknown>>(FIND_LINKED, values, transaction);
    return row;
  }

  /** The active user with an address who has not signed in before by the provider. */
  async findByAddress(
    companyId: string,
    { issuer, emailKey }: ProviderPerson & { readonly emailKey: string },
    transaction: Transaction,
  ): Promise<Candidate | undefined> {
    const values = { companyId, issuer, emailKey };
    const [row] = await this.sql.query<Candidate & Record<string, unknown>>(
      FIND_BY_ADDRESS,
      values,
      transaction,
    );
    return row;
  }

  /**
   * The live employees with an address in companies that take roles from their staff, at most 50.
   * @param companyId - of this company only
   */
  staffWithAddress(emailKey: string, transaction: Transaction, companyId?: string): Promise<NewStaffUser[]> {
    const [statement, values] =
      companyId === undefined ? [STAFF_WITH_ADDRESS, [emailKey]] : [STAFF_OF_COMPANY, [emailKey, companyId]];
    return this.sql.query<NewStaffUser & Record<string, unknown>>(statement, values, transaction);
  }

  /** The active users of all companies with an address, by the name of the company, at most 50. */
  usersWithAddress(emailKey: string, transaction?: Transaction): Promise<UserWithAddress[]> {
    return this.sql.query<UserWithAddress & Record<string, unknown>>(
      USERS_WITH_ADDRESS,
      [emailKey],
      transaction,
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';

/** Adds keys of a query with the columns `kind`, `key`, `holder_id`, `is_user` and `created_at`. `$2` time. */
const remembering = (lost: string): string => `
  INSERT INTO former_key (company_id, key, kind, holder_id, is_user, since, until)
  SELECT $1, l.key, l.kind, l.holder_id, l.is_user, coalesce((
    SELECT max(f.until) FROM former_key f
    WHERE f.company_id = $1 AND f.holder_id = l.holder_id AND f.kind = l.kind
  ), l.created_at), $2
  FROM (${lost}) l
  WHERE l.key IS NOT NULL
  ON CONFLICT (company_id, key, kind, holder_id) DO UPDATE SET until = excluded.until`;

/** `$3` employees as they will be. */
const OF_EMPLOYEES: Statement = {
  name: 'persons.remember-keys-of-employees',
  text: remembering(`
    SELECT k.kind, k.key, e.id AS holder_id, false AS is_user, e.created_at
    FROM json_to_recordset($3::json) AS n (id text, "emailKey" text, "externalId" text)
      JOIN employee e ON e.company_id = $1 AND e.id = n.id
      CROSS JOIN LATERAL (
        VALUES ('email', e.email_key, n."emailKey"), ('externalId', e.external_id, n."externalId")
      ) AS k (kind, key, next)
    WHERE k.key IS DISTINCT FROM k.next`),
};

/** `$3` user, `$4` folded address as it will be. */
const OF_USER: Statement = {
  name: 'persons.remember-address-of-user',
  text: remembering(`
    SELECT 'email' AS kind, u.email_key AS key, u.id AS holder_id, true AS is_user, u.created_at
    FROM user_account u WHERE u.company_id = $1 AND u.id = $3 AND u.email_key <> $4`),
};

/** `$3` employee, `$4` folded name, `$5` id, and `$6` addresses, which begin with the company, as they will be. */
const OF_PROVIDER: Statement = {
  name: 'persons.remember-keys-of-provider',
  text: remembering(`
    SELECT k.kind, k.key, s.employee_id AS holder_id, false AS is_user, s.updated_at AS created_at
    FROM scim_user s CROSS JOIN LATERAL (
      SELECT 'userName', s.user_name_key WHERE s.user_name_key IS DISTINCT FROM $4
      UNION ALL SELECT 'providerId', s.external_id WHERE s.external_id IS DISTINCT FROM $5
      UNION ALL SELECT 'email', substr(m.key, length($1) + 1)
        FROM unnest(s.email_keys) AS m (key) WHERE m.key <> ALL ($6::text[])
    ) AS k (kind, key)
    WHERE s.company_id = $1 AND s.employee_id = $3`),
};

/** The keys of an employee in its row. */
export interface EmployeeRowKeys {
  readonly id: string;
  readonly emailKey: string | null;
  readonly externalId: string | null;
}

/** The keys of an employee that an identity provider has given. */
export interface ProviderKeys {
  readonly employeeId: string;
  readonly userNameKey: string | null;
  readonly externalId: string | null;
  /** With the company before each. */
  readonly emailKeys: readonly string[];
}

/** Remembers keys that people are about to lose, as rows have them (ADR 55). Called before the rows are written. */
@Injectable()
export class FormerKeys {
  constructor(private readonly sql: Sql) {}

  async ofEmployees(
    companyId: string,
    next: readonly EmployeeRowKeys[],
    transaction: Transaction,
  ): Promise<void> {
    const keys = next.map(({ id, emailKey, externalId }) => ({ id, emailKey, externalId }));
    await this.sql.query(OF_EMPLOYEES, [companyId, new Date(), JSON.stringify(keys)], transaction);
  }

  async ofUser(companyId: string, userId: string, emailKey: string, transaction: Transaction): Promise<void> {
    await this.sql.query(OF_USER, [companyId, new Date(), userId, emailKey], transaction);
  }

  async ofProvider(companyId: string, next: ProviderKeys, transaction: Transaction): Promise<void> {
    const { employeeId, userNameKey, externalId, emailKeys } = next;
    const values = [companyId, new Date(), employeeId, userNameKey, externalId, emailKeys];
    await this.sql.query(OF_PROVIDER, values, transaction);
  }
}

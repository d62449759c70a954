import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';
import { foldEmail } from '../src/shared-kernel/folding.js';

/** When people had which keys, and the employee whom a user is (ADR 55). */
export class RememberKeysOfPeople1763690400570 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLE) await runner.query(statement);
    await distribute(runner.manager);
    await runner.query(COMPANY_KEY);
    for (const statement of LINK) await runner.query(statement);
    const companies = (await runner.query('SELECT id FROM company')) as { readonly id: string }[];
    // Of one company at a time, as Citus joins rows.
    for (const { id } of companies) {
      for (const statements of FOLDED) await foldHosts(runner, id, statements);
      await rememberAudited(runner, id);
      await runner.query(LINK_USERS, [id]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_period');
    await runner.query('DROP INDEX user_account_email_idx');
    await runner.query('ALTER TABLE user_account DROP employee_id, DROP link_firm_at');
  }
}

const TABLE = [
  `
  CREATE TABLE key_period (
    company_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    holder_id text COLLATE "C" NOT NULL,
    is_user boolean NOT NULL,
    since timestamptz(3) NOT NULL,
    until timestamptz(3),
    CONSTRAINT key_period_pkey PRIMARY KEY (company_id, key, kind, holder_id, since)
  )`,
  'CREATE INDEX key_period_holder_idx ON key_period (company_id, holder_id)',
  `COMMENT ON COLUMN key_period.key IS 'Personal data: address, external id or name that an employee or user had before, or got later'`,
  `COMMENT ON COLUMN key_period.holder_id IS 'Personal data: id of an employee or user'`,
];

const COMPANY_KEY = `
  ALTER TABLE key_period ADD CONSTRAINT key_period_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;

const LINK = [
  'ALTER TABLE user_account ADD employee_id text COLLATE "C", ADD link_firm_at timestamptz(3)',
  `
  CREATE UNIQUE INDEX user_account_employee_key ON user_account (company_id, employee_id)
    WHERE employee_id IS NOT NULL AND deactivated_at IS NULL`,
  'CREATE INDEX user_account_email_idx ON user_account (company_id, email_key)',
];

/** Addresses and external ids that the audit trail has of before a change, with the times of the change. */
const AUDITED = `
  SELECT r.object_id AS "holderId", r.object_type = 'user' AS "isUser", k.kind, k.key, max(r.at) AS until
  FROM audit_record r CROSS JOIN LATERAL (
    VALUES ('email', r.before ->> 'email', r.after ->> 'email'),
      ('externalId', r.before ->> 'externalId', r.after ->> 'externalId')
  ) AS k (kind, key, next)
  WHERE r.company_id = $1 AND r.object_type IN ('employee', 'user') AND r.before IS NOT NULL AND r.after IS NOT NULL
    AND k.key IS NOT NULL AND k.key IS DISTINCT FROM k.next
  GROUP BY 1, 2, 3, 4`;

const BATCH = 5_000;

interface AuditedKey {
  readonly holderId: string;
  readonly isUser: boolean;
  readonly kind: string;
  readonly key: string;
  readonly until: Date;
}

/** Of holders who are there, as if each had had the key from the beginning: the audit trail may not reach so far. */
const REMEMBER = `
  INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since, until)
  SELECT $1, k.key, k.kind, k."holderId", k."isUser", coalesce(e.created_at, u.created_at), k.until
  FROM json_to_recordset($2::json) AS k (
    key text, kind text, "holderId" text, "isUser" boolean, until timestamptz
  )
    LEFT JOIN employee e ON e.company_id = $1 AND e.id = k."holderId"
    LEFT JOIN user_account u ON u.company_id = $1 AND u.id = k."holderId"
  WHERE e.id IS NOT NULL OR u.id IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** The present keys of those who had others: they have them since the last one was lost. */
const REMEMBER_BEGINNINGS = `
  INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since)
  SELECT $1, c.key, p.kind, p.holder_id, p.is_user, max(p.until)
  FROM key_period p JOIN (
    SELECT id, 'email' AS kind, email_key AS key FROM employee WHERE company_id = $1
    UNION ALL SELECT id, 'externalId', external_id FROM employee WHERE company_id = $1
    UNION ALL SELECT id, 'email', email_key FROM user_account WHERE company_id = $1
  ) c ON c.id = p.holder_id AND c.kind = p.kind
  WHERE p.company_id = $1 AND c.key IS NOT NULL
  GROUP BY c.key, p.kind, p.holder_id, p.is_user`;

async function rememberAudited(runner: QueryRunner, companyId: string): Promise<void> {
  const found = (await runner.query(AUDITED, [companyId])) as AuditedKey[];
  for (let at = 0; at < found.length; at += BATCH) {
    const keys = found.slice(at, at + BATCH).map((each) => ({
      ...each,
      key: each.kind === 'email' ? foldEmail(each.key) : each.key,
    }));
    await runner.query(REMEMBER, [companyId, JSON.stringify(keys)]);
  }
  if (found.length > 0) await runner.query(REMEMBER_BEGINNINGS, [companyId]);
}

/** Addresses whose hosts were folded otherwise, and how one is replaced: `$1` company, `$2` before, `$3` after. */
const FOLDED = ['employee', 'user_account', 'reminder_recipient', 'timesheet_entry'].map((table) => ({
  find: `
    SELECT DISTINCT email_key AS key FROM ${table}
    WHERE company_id = $1 AND (email_key ~ '@.*[^\\x01-\\x7f]' OR email_key LIKE '%.')`,
  replace: `
    UPDATE ${table} t SET email_key = $3 WHERE t.company_id = $1 AND t.email_key = $2
      AND ('${table}' = 'timesheet_entry' OR NOT EXISTS (
        SELECT FROM ${table} o WHERE o.company_id = $1 AND o.email_key = $3
      ))`,
}));

async function foldHosts(
  runner: QueryRunner,
  companyId: string,
  { find, replace }: (typeof FOLDED)[number],
): Promise<void> {
  const found = (await runner.query(find, [companyId])) as { readonly key: string }[];
  for (const { key } of found) await runner.query(replace, [companyId, key, foldEmail(key)]);
}

/**
 * Users and employees who have had the same address until now are the same person. Not admins, and nobody whose address
 * several employees had: `wes user links` shows them.
 */
const LINK_USERS = `
  UPDATE user_account u SET employee_id = e.id, link_firm_at = now()
  FROM employee e
  WHERE u.company_id = $1 AND u.deactivated_at IS NULL AND u.role <> 'ADMIN'
    AND e.company_id = $1 AND e.email_key = u.email_key AND e.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT FROM employee other
      WHERE other.company_id = $1 AND other.email_key = u.email_key AND other.deleted_at IS NOT NULL
    )
    AND NOT EXISTS (
      SELECT FROM key_period p
      WHERE p.company_id = $1 AND p.key = u.email_key AND p.kind = 'email'
        AND p.holder_id NOT IN (u.id, e.id)
    )`;

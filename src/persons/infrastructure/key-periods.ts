import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { changedPeriods, type Key, type KeyHolder } from '../domain/key-changes.js';
import type { KeyKind } from '../domain/held-key.js';

const keysOf = (pairs: string): string => `
  coalesce((
    SELECT json_agg(json_build_object('kind', k.kind, 'key', k.key))
    FROM (VALUES ${pairs}) AS k (kind, key) WHERE k.key IS NOT NULL
  ), '[]')`;

/** `$2` ids. */
const OF_EMPLOYEES: Statement = {
  name: 'persons.keys-of-employees',
  text: `
    SELECT e.id AS "holderId", false AS "isUser", e.created_at AS since, e.deleted_at AS until,
      ${keysOf(`('email', e.email_key), ('externalId', e.external_id)`)} AS keys
    FROM employee e WHERE e.company_id = $1 AND e.id = ANY ($2)`,
};

/** `$2` id. */
const OF_USER: Statement = {
  name: 'persons.keys-of-user',
  text: `
    SELECT u.id AS "holderId", true AS "isUser", u.created_at AS since, u.deactivated_at AS until,
      ${keysOf(`('email', u.email_key)`)} AS keys
    FROM user_account u WHERE u.company_id = $1 AND u.id = $2 AND u.email <> ''`,
};

/** `$2` employee. */
const OF_PROVIDER: Statement = {
  name: 'persons.keys-of-provider',
  text: `
    SELECT s.employee_id AS "holderId", false AS "isUser", s.updated_at AS since, NULL AS until, (
      SELECT coalesce(json_agg(json_build_object('kind', k.kind, 'key', k.key)), '[]') FROM (
        VALUES ('userName', s.user_name_key), ('providerId', s.external_id)
        UNION ALL SELECT 'email', substr(m.key, length($1) + 1) FROM unnest(s.email_keys) AS m (key)
      ) AS k (kind, key) WHERE k.key IS NOT NULL
    ) AS keys
    FROM scim_user s WHERE s.company_id = $1 AND s.employee_id = $2`,
};

/** `$2` periods. */
const PERIODS = `json_to_recordset($2::json) AS n (
      key text, kind text, "holderId" text, "isUser" boolean, since timestamptz(3), until timestamptz(3)
    )`;

const IS_SAME = `
  p.company_id = $1 AND p.key = n.key AND p.kind = n.kind AND p.holder_id = n."holderId"`;

const END = {
  name: 'persons.end-key-periods',
  text: `
    UPDATE key_period p SET until = n.until FROM ${PERIODS}
    WHERE ${IS_SAME} AND p.until IS NULL`,
};

/** Those that began with the holder have no row yet. */
const ADD_ENDED = {
  name: 'persons.add-ended-key-periods',
  text: `
    INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since, until)
    SELECT $1, n.key, n.kind, n."holderId", n."isUser", n.since, n.until FROM ${PERIODS}
    WHERE NOT EXISTS (SELECT FROM key_period p WHERE ${IS_SAME} AND p.until >= n.until)
    ON CONFLICT (company_id, key, kind, holder_id, since) DO UPDATE SET until = excluded.until`,
};

const BEGIN = {
  name: 'persons.begin-key-periods',
  text: `
    INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since)
    SELECT $1, n.key, n.kind, n."holderId", n."isUser", n.since FROM ${PERIODS}
    ON CONFLICT DO NOTHING`,
};

/** The keys of an employee as its row will have them. */
export interface EmployeeRowKeys {
  readonly id: string;
  readonly emailKey: string | null;
  readonly externalId: string | null;
  readonly deletedAt: Date | null;
}

/** The address of a user as its row will have it. */
export interface UserRowKeys {
  readonly id: string;
  readonly emailKey: string;
  readonly deactivatedAt: Date | null;
}

/** The keys of an employee that an identity provider has given. */
export interface ProviderKeys {
  readonly employeeId: string;
  readonly userNameKey: string | null;
  readonly externalId: string | null;
  readonly emailKeys: readonly string[];
}

type HolderRow = KeyHolder & Record<string, unknown>;

/** A holder as it is, where it is there, and as it will be. */
interface ChangedHolder {
  readonly before: KeyHolder;
  readonly after: Pick<KeyHolder, 'until' | 'keys'>;
}

/**
 * Remembers when people had which keys (ADR 55): keys that they lose, and the beginning of keys that they get. Called
 * before the rows are written.
 */
@Injectable()
export class KeyPeriods {
  constructor(private readonly sql: Sql) {}

  async ofEmployees(
    companyId: string,
    next: readonly EmployeeRowKeys[],
    transaction: Transaction,
  ): Promise<void> {
    if (next.length === 0) return;
    const ids = next.map(({ id }) => id);
    const found = await this.sql.query<HolderRow>(OF_EMPLOYEES, [companyId, ids], transaction);
    const holders = new Map(found.map((holder) => [holder.holderId, holder]));
    const changes = next.flatMap(({ id, emailKey, externalId, deletedAt }) => {
      const before = holders.get(id);
      const keys = keysFrom([
        ['email', emailKey],
        ['externalId', externalId],
      ]);
      return before ? [{ before, after: { until: deletedAt, keys } }] : [];
    });
    await this.change(companyId, changes, transaction);
  }

  async ofUser(companyId: string, next: UserRowKeys, transaction: Transaction): Promise<void> {
    const [before] = await this.sql.query<HolderRow>(OF_USER, [companyId, next.id], transaction);
    const after = { until: next.deactivatedAt, keys: keysFrom([['email', next.emailKey]]) };
    if (before) await this.change(companyId, [{ before, after }], transaction);
  }

  async ofProvider(companyId: string, next: ProviderKeys, transaction: Transaction): Promise<void> {
    const { employeeId, userNameKey, externalId, emailKeys } = next;
    const [found] = await this.sql.query<HolderRow>(OF_PROVIDER, [companyId, employeeId], transaction);
    const before = found ?? {
      ...{ holderId: employeeId, isUser: false },
      ...{ since: new Date(), until: null, keys: [] },
    };
    const keys = keysFrom([
      ['userName', userNameKey],
      ['providerId', externalId],
      ...emailKeys.map((key) => ['email', key] as const),
    ]);
    await this.change(companyId, [{ before, after: { until: null, keys } }], transaction);
  }

  private async change(
    companyId: string,
    changes: readonly ChangedHolder[],
    transaction: Transaction,
  ): Promise<void> {
    const now = new Date();
    const periods = changes.map(({ before, after }) => changedPeriods(before, after, now));
    const ended = periods.flatMap((each) => each.ended);
    const begun = periods.flatMap((each) => each.begun);
    for (const [statement, rows] of [
      [END, ended],
      [ADD_ENDED, ended],
      [BEGIN, begun],
    ] as const)
      if (rows.length > 0) await this.sql.query(statement, [companyId, JSON.stringify(rows)], transaction);
  }
}

/** Without the kinds of which there is none. */
function keysFrom(pairs: readonly (readonly [KeyKind, string | null])[]): Key[] {
  return pairs.flatMap(([kind, key]) => (key === null || key === '' ? [] : [{ kind, key }]));
}

import { Injectable } from '@nestjs/common';
import { anyOf, inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { HeldKey, KeyKind, NamedKeys } from '../domain/held-key.js';

/** The time from which a holder has a key: since it was got, else since the holder was made. */
const since = (kind: KeyKind, key: string, holderId: string, made: string): string => `
  coalesce((
    SELECT max(p.since) FROM key_period p
    WHERE p.company_id = $1 AND p.key = ${key} AND p.kind = '${kind}' AND p.holder_id = ${holderId} AND p.until IS NULL
  ), ${made})`;

const ofEmployees = (kind: KeyKind, column: string, condition: string): string => `
  SELECT e.id AS "holderId", false AS "isUser", '${kind}' AS kind, e.${column} AS key, true AS "isOwn",
    ${since(kind, `e.${column}`, 'e.id', 'e.created_at')} AS since, e.deleted_at AS until
  FROM employee e WHERE ${inCompany('e')} AND e.${column} IS NOT NULL AND ${condition}`;

const ofUsers = (condition: string): string => `
  SELECT u.id, true, 'email', u.email_key, true, ${since('email', 'u.email_key', 'u.id', 'u.created_at')},
    u.deactivated_at
  FROM user_account u WHERE ${inCompany('u')} AND u.email <> '' AND ${condition}`;

const ofProviders = (kind: KeyKind, column: string, condition: string): string => `
  SELECT s.employee_id, false, '${kind}', s.${column}, true,
    ${since(kind, `s.${column}`, 's.employee_id', 's.updated_at')}, NULL
  FROM scim_user s WHERE ${inCompany('s')} AND s.${column} IS NOT NULL AND ${condition}`;

/** The addresses of SCIM begin with the company. */
const ofOtherAddresses = (condition: string): string => `
  SELECT s.employee_id, false, 'email', k.address, false,
    ${since('email', 'k.address', 's.employee_id', 's.updated_at')}, NULL
  FROM scim_user s CROSS JOIN LATERAL (
    SELECT m.key, substr(m.key, length($1) + 1) AS address FROM unnest(s.email_keys) AS m (key)
  ) k WHERE ${inCompany('s')} AND ${condition}`;

const ofFormer = (condition: string): string => `
  SELECT p.holder_id, p.is_user, p.kind, p.key, false, p.since, p.until
  FROM key_period p WHERE ${inCompany('p')} AND p.until IS NOT NULL AND ${condition}`;

const STATES = ['NULL', 'NOT NULL'];

/** `$2` folded addresses, `$3` external ids, `$4` folded external ids, `$5` the addresses after the company. */
const BY_KEYS: Statement = {
  name: 'persons.holders-of-keys',
  text: [
    // Those who have left have indexes of their own.
    ...STATES.map((state) =>
      ofEmployees('email', 'email_key', `e.deleted_at IS ${state} AND e.email_key = ${anyOf('$2')}`),
    ),
    ...STATES.map((state) =>
      ofEmployees('externalId', 'external_id', `e.deleted_at IS ${state} AND e.external_id = ${anyOf('$3')}`),
    ),
    ofUsers(`u.email_key = ${anyOf('$2')}`),
    ofProviders('userName', 'user_name_key', `s.user_name_key = ${anyOf('$2::text[] || $4')}`),
    ofProviders('providerId', 'external_id', `s.external_id = ${anyOf('$3')}`),
    ofOtherAddresses(`s.email_keys && (SELECT $5::text[]) AND k.key = ${anyOf('$5')}`),
    ofFormer(`p.key = ${anyOf('$2')} AND p.kind IN ('email', 'userName')`),
    ofFormer(`p.key = ${anyOf('$3')} AND p.kind IN ('externalId', 'providerId')`),
    ofFormer(`p.key = ${anyOf('$4')} AND p.kind = 'userName'`),
  ].join(' UNION '),
};

/** `$2` ids of employees and users. */
const OF_HOLDERS: Statement = {
  name: 'persons.keys-of-holders',
  text: [
    ofEmployees('email', 'email_key', `e.id = ${anyOf('$2')}`),
    ofEmployees('externalId', 'external_id', `e.id = ${anyOf('$2')}`),
    ofUsers(`u.id = ${anyOf('$2')}`),
    ofProviders('userName', 'user_name_key', `s.employee_id = ${anyOf('$2')}`),
    ofProviders('providerId', 'external_id', `s.employee_id = ${anyOf('$2')}`),
    ofOtherAddresses(`s.employee_id = ${anyOf('$2')}`),
    ofFormer(`p.holder_id = ${anyOf('$2')}`),
  ].join(' UNION '),
};

type Row = HeldKey & Record<string, unknown>;

/** Knows who has a key, and who had it (ADR 55). */
@Injectable()
export class HeldKeysQueries {
  constructor(private readonly sql: Sql) {}

  /** Everybody who has or had any of some keys. An external id also names those of an identity provider. */
  byKeys(
    companyId: string,
    { emails = [], externalIds = [] }: NamedKeys,
    transaction?: Transaction,
  ): Promise<HeldKey[]> {
    const addresses = emails.map(foldEmail);
    const names = externalIds.map(foldEmail);
    const values = [companyId, addresses, externalIds, names, addresses.map((key) => companyId + key)];
    return this.sql.query<Row>(BY_KEYS, values, transaction);
  }

  /** All keys of some employees and users. */
  ofHolders(companyId: string, ids: readonly string[], transaction?: Transaction): Promise<HeldKey[]> {
    return this.sql.query<Row>(OF_HOLDERS, [companyId, ids], transaction);
  }
}

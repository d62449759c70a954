import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { ScimRequest } from './scim-requests.store.js';

/** `$1` company. */
const SUMMARY: Statement = {
  name: 'scim-check.summary',
  text: `
    SELECT
      (SELECT count(*)::integer FROM employee WHERE company_id = $1 AND deleted_at IS NULL) AS people,
      (SELECT count(*)::integer FROM scim_user WHERE company_id = $1) AS users,
      (SELECT count(*)::integer FROM company_group WHERE company_id = $1) AS groups,
      (
        SELECT count(*)::integer FROM scim_user
        WHERE company_id = $1 AND details -> 'emails' IS NOT NULL AND details -> 'heldEmail' IS NULL
      ) AS "withoutEmail"`,
};

const KEYS: Statement = {
  name: 'scim-check.keys',
  text: `
    SELECT id, name, expires_at AS "expiresAt", last_used_at AS "lastUsedAt" FROM api_key
    WHERE company_id = $1 AND revoked_at IS NULL AND expires_at > now() AND 'scim' = ANY (scopes)
    ORDER BY id`,
};

const REQUESTS: Statement = {
  name: 'scim-check.requests',
  text: `
    SELECT id, at, api_key_id AS "apiKeyId", request, object_id AS "objectId", status, detail,
      duration_ms AS "durationMs"
    FROM scim_request WHERE company_id = $1 ORDER BY id DESC`,
};

export interface ScimKey {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

export interface ScimCheck {
  readonly people: number;
  /** Those whom SCIM has written. */
  readonly users: number;
  readonly groups: number;
  /** Users whose address another person has, or that is none. */
  readonly withoutEmail: number;
  readonly keys: readonly ScimKey[];
  /** The newest first. */
  readonly requests: readonly (Nullable<Omit<ScimRequest, 'at'>> & { readonly at: Date })[];
}

/** Reads what an identity provider sees of a company, and has asked for. */
@Injectable()
export class ScimCheckQueries {
  constructor(private readonly sql: Sql) {}

  async check(companyId: string): Promise<ScimCheck> {
    const values = [companyId];
    const [summary] = await this.sql.query<Omit<ScimCheck, 'keys' | 'requests'> & Record<string, unknown>>(
      SUMMARY,
      values,
    );
    const keys = await this.sql.query<ScimKey & Record<string, unknown>>(KEYS, values);
    const requests = await this.sql.query<ScimCheck['requests'][0] & Record<string, unknown>>(
      REQUESTS,
      values,
    );
    return { ...(summary as Omit<ScimCheck, 'keys' | 'requests'>), keys, requests };
  }
}

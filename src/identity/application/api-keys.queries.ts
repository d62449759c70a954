import { Injectable } from '@nestjs/common';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { shownName } from '../../shared-kernel/former-colleague.js';
import { ApiKeyNotFound } from '../domain/identity.errors.js';
import type { ApiKeyMaker, ApiKeyResponse } from './api-key.response.js';

interface Row extends Record<string, unknown>, Pick<ApiKeyResponse, 'id' | 'name' | 'scopes'> {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly createdBy: ApiKeyMaker | null;
}

/** Valid keys with the admins who have made them. One who is an admin no more, or has left, is gone. */
const VALID_KEYS = `
  SELECT k.id, k.name, k.scopes, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
    k.last_used_at AS "lastUsedAt",
    CASE WHEN k.created_by IS NOT NULL THEN json_build_object(
      'id', k.created_by, 'name', coalesce(u.name, ''),
      'gone', u.role IS DISTINCT FROM 'ADMIN' OR u.deactivated_at IS NOT NULL OR EXISTS (
        SELECT FROM employee e WHERE ${inCompany('e')} AND e.id = u.employee_id AND e.deleted_at IS NOT NULL
      )
    ) END AS "createdBy"
  FROM api_key k LEFT JOIN user_account u ON ${inCompany('u')} AND u.id = k.created_by
  WHERE ${inCompany('k')} AND k.revoked_at IS NULL AND k.expires_at > now()`;

const LIST: Statement = {
  name: 'identity.list-valid-api-keys',
  text: `${VALID_KEYS} ORDER BY k.created_at DESC, k.id DESC`,
};

/** `$2` id. */
const FIND: Statement = { name: 'identity.find-valid-api-key', text: `${VALID_KEYS} AND k.id = $2` };

/** Reads the valid API keys of a company, as its admins see them. */
@Injectable()
export class ApiKeysQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. @param language - BCP 47 tag of the reader, for the names of makers who were erased */
  async list(companyId: string, language: string): Promise<ApiKeyResponse[]> {
    const rows = await this.sql.query<Row>(LIST, [companyId]);
    return rows.map((row) => responseOf(row, language));
  }

  /** @throws {ApiKeyNotFound} */
  async get(companyId: string, id: string, language: string): Promise<ApiKeyResponse> {
    const [row] = await this.sql.query<Row>(FIND, [companyId, id]);
    if (!row) throw new ApiKeyNotFound(id);
    return responseOf(row, language);
  }
}

function responseOf(row: Row, language: string): ApiKeyResponse {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt, createdBy } = row;
  return {
    ...{ id, name, scopes, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(createdBy && { createdBy: Object.assign(createdBy, { name: shownName(createdBy.name, language) }) }),
  };
}

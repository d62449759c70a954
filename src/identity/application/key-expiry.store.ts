import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { KEY_WARNING_DAYS } from '../domain/api-key.limits.js';
import type { EndingKey } from './key-expiry-mail.js';

const WARNING = `interval '${KEY_WARNING_DAYS} days'`;

/** Keys that end soon, and that no later key has replaced. Who made a key for less time knows when it ends. */
const IS_ENDING = `
  k.revoked_at IS NULL AND k.expiry_told_at IS NULL AND k.expires_at > now() AND k.expires_at <= now() + ${WARNING}
  AND k.expires_at > k.created_at + ${WARNING} AND NOT EXISTS (
    SELECT FROM api_key s
    WHERE s.company_id = k.company_id AND s.first_key_id = coalesce(k.first_key_id, k.id) AND s.created_at > k.created_at
  )`;

/** `$1` most keys. */
const FIND_ENDING: Statement = {
  name: 'identity.ending-api-keys',
  text: `
    SELECT k.company_id AS "companyId", k.id FROM api_key k WHERE ${IS_ENDING} ORDER BY k.expires_at LIMIT $1`,
};

/** `$2` id, `$3` time. */
const TELL: Statement = {
  name: 'identity.tell-of-ending-api-key',
  text: `
    UPDATE api_key SET expiry_told_at = $3
    WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL AND expiry_told_at IS NULL
    RETURNING id`,
};

/** `$2` id. */
const FIND: Statement = {
  name: 'identity.told-api-key',
  text: `
    SELECT k.id, k.name, k.expires_at AS "expiresAt" FROM api_key k
    WHERE k.company_id = $1 AND k.id = $2 AND k.revoked_at IS NULL AND k.expires_at > now()`,
};

export interface EndingKeyPlace {
  readonly companyId: string;
  readonly id: string;
}

/** Keys that will end, and of which admins are told once. */
@Injectable()
export class KeyExpiryStore {
  constructor(private readonly sql: Sql) {}

  /** The next to end, in all companies. */
  ending(limit: number): Promise<EndingKeyPlace[]> {
    return this.sql.query<EndingKeyPlace & Record<string, unknown>>(FIND_ENDING, [limit]);
  }

  /** Notes that the admins are told. @returns false if another process has told them, or the key is revoked */
  async tell({ companyId, id }: EndingKeyPlace, transaction: Transaction): Promise<boolean> {
    const told = await this.sql.query(TELL, [companyId, id, new Date()], transaction);
    return told.length > 0;
  }

  /** A valid key. */
  async find(companyId: string, id: string): Promise<EndingKey | undefined> {
    const [key] = await this.sql.query<EndingKey & Record<string, unknown>>(FIND, [companyId, id]);
    return key;
  }
}

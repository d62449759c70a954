import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { Sql } from './sql.js';

/** Validity of a key, as an interval of PostgreSQL. */
export const TIME_TO_LIVE = `interval '24 hours'`;

/** Does not wait: false while another transaction has the lock. It ends with the transaction, also after a crash. */
const LOCK = {
  name: 'idempotency.lock',
  text: 'SELECT pg_try_advisory_xact_lock($1) AS "isFree"',
};

const FIND = {
  name: 'idempotency.find',
  text: `
    SELECT request_digest AS "requestDigest", status, resource_id AS "resourceId" FROM idempotency_key
    WHERE company_id = $1 AND key_digest = $2 AND created_at > now() - ${TIME_TO_LIVE}`,
};

/** Replaces an expired row. */
const RECORD = {
  name: 'idempotency.record',
  text: `
    INSERT INTO idempotency_key (company_id, key_digest, request_digest, status, resource_id)
      VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, key_digest) DO UPDATE
      SET request_digest = excluded.request_digest, status = excluded.status, resource_id = excluded.resource_id,
        created_at = excluded.created_at`,
};

/** Company, and digest of the caller and the key of the client. */
export type IdempotencyKey = readonly [companyId: string, digest: Buffer];

/** A request that was carried out. */
export interface RecordedRequest {
  readonly requestDigest: Buffer;
  readonly status: number;
  /** Of what it made. */
  readonly resourceId: string;
}

/** The requests with an `Idempotency-Key` that were carried out within a day (ADR 22). */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly sql: Sql) {}

  /**
   * Locks a key until the transaction ends, without waiting.
   * @returns false while another transaction has it
   */
  async lock([, digest]: IdempotencyKey, transaction: Transaction): Promise<boolean> {
    const [row] = await this.sql.query<{ isFree: boolean }>(LOCK, [digest.readBigInt64BE()], transaction);
    return row?.isFree ?? false;
  }

  /**
   * To be called after {@link lock}, as a statement of its own: one that waits for another transaction does not see
   * what that one has written.
   */
  async find(key: IdempotencyKey, transaction: Transaction): Promise<RecordedRequest | undefined> {
    const rows = await this.sql.query<RecordedRequest & Record<string, unknown>>(FIND, key, transaction);
    return rows[0];
  }

  async record(
    key: IdempotencyKey,
    { requestDigest, status, resourceId }: RecordedRequest,
    transaction: Transaction,
  ): Promise<void> {
    await this.sql.query(RECORD, [...key, requestDigest, status, resourceId], transaction);
  }
}

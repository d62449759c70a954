import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { Sql } from './sql.js';

/** How long an answer is repeated, as an interval of PostgreSQL. */
const TIME_TO_LIVE = `interval '24 hours'`;

/** Does not wait: false while another transaction has the lock. It ends with the transaction, also after a crash. */
const LOCK = {
  name: 'idempotency.lock',
  text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isFree"',
};

const FIND = {
  name: 'idempotency.find',
  text: `
    SELECT request_digest AS "requestDigest", answer FROM idempotency_key
    WHERE company_id = $1 AND actor_id = $2 AND key = $3 AND created_at > now() - ${TIME_TO_LIVE}`,
};

/** Replaces an expired row. */
const RECORD = {
  name: 'idempotency.record',
  text: `
    INSERT INTO idempotency_key (company_id, actor_id, key, request_digest, answer) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, actor_id, key) DO UPDATE
      SET request_digest = excluded.request_digest, answer = excluded.answer, created_at = excluded.created_at`,
};

/** Of all companies: workers serve all of them. Rows that another worker removes are skipped. */
const REMOVE_EXPIRED = {
  name: 'idempotency.remove-expired',
  text: `
    DELETE FROM idempotency_key k USING (
      SELECT company_id, actor_id, key FROM idempotency_key
      WHERE created_at <= now() - ${TIME_TO_LIVE}
      ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) expired
    WHERE (k.company_id, k.actor_id, k.key) = (expired.company_id, expired.actor_id, expired.key)
    RETURNING k.key`,
};

/** Company, actor and key. */
export type IdempotencyKey = readonly [companyId: string, actorId: string, key: string];

/** A row of `idempotency_key`. */
export interface RecordedAnswer<Answer> {
  readonly requestDigest: Buffer;
  readonly answer: Answer;
}

/** The answers to requests with an `Idempotency-Key`, for a day (ADR 22). */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly sql: Sql) {}

  /**
   * Locks a key until the transaction ends, without waiting.
   * @returns false while another transaction has it
   */
  async lock(key: IdempotencyKey, transaction: Transaction): Promise<boolean> {
    const name = JSON.stringify(['Idempotency-Key', ...key]);
    const [row] = await this.sql.query<{ isFree: boolean }>(LOCK, [name], transaction);
    return row?.isFree ?? false;
  }

  /**
   * To be called after {@link lock}, as a statement of its own: one that waits for another transaction does not see what
   * that one has written.
   */
  async find<Answer>(
    key: IdempotencyKey,
    transaction: Transaction,
  ): Promise<RecordedAnswer<Answer> | undefined> {
    const rows = await this.sql.query<RecordedAnswer<Answer> & Record<string, unknown>>(
      FIND,
      key,
      transaction,
    );
    return rows[0];
  }

  async record(
    key: IdempotencyKey,
    { requestDigest, answer }: RecordedAnswer<object>,
    transaction: Transaction,
  ): Promise<void> {
    await this.sql.query(RECORD, [...key, requestDigest, JSON.stringify(answer)], transaction);
  }

  /** @returns how many were removed */
  async removeExpired(limit: number): Promise<number> {
    return (await this.sql.query(REMOVE_EXPIRED, [limit])).length;
  }
}

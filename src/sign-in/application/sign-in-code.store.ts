import { Injectable } from '@nestjs/common';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  CODE_LIFETIME_MS,
  CODE_PAUSE_MS,
  MAX_CODE_TRIES,
  MAX_CODES_OF_ADDRESS,
} from '../domain/sign-in.limits.js';

const inMs = (ms: number): string => `interval '${ms} ms'`;

const HOUR = `interval '1 hour'`;

/** `requested` has the newest first. */
const REQUEST = named(
  'sign-in-codes.request',
  `
    INSERT INTO sign_in_code AS c (address_digest, address, requested, expires_at)
    VALUES (:addressDigest, :address, ARRAY[now()], now() + ${HOUR})
    ON CONFLICT (address_digest) DO UPDATE
      SET address = EXCLUDED.address, expires_at = EXCLUDED.expires_at,
        requested = (EXCLUDED.requested || c.requested)[1:${MAX_CODES_OF_ADDRESS}]
      WHERE c.requested[1] <= now() - ${inMs(CODE_PAUSE_MS)}
        AND (c.requested[${MAX_CODES_OF_ADDRESS}] IS NULL OR c.requested[${MAX_CODES_OF_ADDRESS}] <= now() - ${HOUR})`,
);

/** `$1` rows. */
const FIND_PENDING: Statement = {
  name: 'sign-in-codes.find-pending',
  text: `
    SELECT address_digest AS "addressDigest", address, requested[1] AS "requestedAt" FROM sign_in_code
    WHERE address IS NOT NULL ORDER BY expires_at LIMIT $1`,
};

/** `$2` the address, which another request may have set meanwhile. */
const TAKE: Statement = {
  name: 'sign-in-codes.take',
  text: `
    UPDATE sign_in_code SET address = NULL WHERE address_digest = $1 AND address = $2 RETURNING address_digest`,
};

const ISSUE = named(
  'sign-in-codes.issue',
  `
    UPDATE sign_in_code SET code_digest = :codeDigest, code_until = now() + ${inMs(CODE_LIFETIME_MS)}, tries = 0
    WHERE address_digest = :addressDigest AND requested[1] = :requestedAt
      AND requested[1] > now() - ${inMs(CODE_LIFETIME_MS)}
    RETURNING address_digest`,
);

const IS_VALID = `address_digest = :addressDigest AND code_until > now() AND tries < ${MAX_CODE_TRIES}`;

/** A right code is no try, because it may be sent again with the choice of a company. */
const TRY = named(
  'sign-in-codes.try',
  `
    UPDATE sign_in_code SET tries = tries + CASE WHEN code_digest = :codeDigest THEN 0 ELSE 1 END
    WHERE ${IS_VALID}
    RETURNING code_digest = :codeDigest AS "isRight"`,
);

const USE = named(
  'sign-in-codes.use',
  `
    UPDATE sign_in_code SET code_digest = NULL, code_until = NULL
    WHERE ${IS_VALID} AND code_digest = :codeDigest
    RETURNING address_digest`,
);

const REMOVE_EXPIRED: Statement = {
  name: 'sign-in-codes.remove-expired',
  text: 'DELETE FROM sign_in_code WHERE expires_at < now()',
};

/** An address that has asked for a code. */
export interface PendingCode {
  readonly addressDigest: Buffer;
  /** Encrypted. */
  readonly address: Buffer;
  readonly requestedAt: Date;
}

/** The digests of an address and of a code for it. */
export interface CodeDigests {
  readonly addressDigest: Buffer;
  readonly codeDigest: Buffer;
}

/** Codes by e-mail, by the digests of the addresses: no company is known before somebody has signed in. */
@Injectable()
export class SignInCodeStore {
  constructor(private readonly sql: Sql) {}

  /** Notes a request, unless the address has asked within a minute, or five times within an hour. */
  async request(code: Pick<PendingCode, 'addressDigest' | 'address'>): Promise<void> {
    await this.sql.query(REQUEST, code);
  }

  /** The oldest requests that no worker has taken. */
  findPending(limit: number): Promise<PendingCode[]> {
    return this.sql.query<PendingCode & Record<string, unknown>>(FIND_PENDING, [limit]);
  }

  /** Takes a request, of which the address is removed. @returns false if another worker has taken it */
  async take({ addressDigest, address }: PendingCode, transaction: Transaction): Promise<boolean> {
    return (await this.sql.query(TAKE, [addressDigest, address], transaction)).length === 1;
  }

  /** Makes a code valid. @returns false if the address has asked for another one meanwhile, or long ago */
  async issue(
    code: CodeDigests & Pick<PendingCode, 'requestedAt'>,
    transaction?: Transaction,
  ): Promise<boolean> {
    return (await this.sql.query(ISSUE, code, transaction)).length === 1;
  }

  /** Tries a code. A wrong one counts, whatever happens then. @returns true if it is valid */
  async try(code: CodeDigests): Promise<boolean> {
    const [row] = await this.sql.query<{ isRight: boolean }>(TRY, code);
    return row?.isRight ?? false;
  }

  /** Uses a valid code up. @returns false if it is not valid any more */
  async use(code: CodeDigests, transaction: Transaction): Promise<boolean> {
    return (await this.sql.query(USE, code, transaction)).length === 1;
  }

  async removeExpired(): Promise<void> {
    await this.sql.query(REMOVE_EXPIRED);
  }
}

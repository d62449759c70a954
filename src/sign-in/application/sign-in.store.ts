import { Injectable } from '@nestjs/common';
import { sweepOf } from '../../platform/database/expired-rows.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { named, Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ProviderPerson } from '../domain/id-token.js';

/** A person whose user was deactivated may have another one. */
const LINK = named(
  'sign-in.link-user',
  `
    INSERT INTO sign_in_link (company_id, issuer, subject, user_id, created_at)
    VALUES (:companyId, :issuer, :subject, :userId, :now)
    ON CONFLICT (company_id, issuer, subject) DO UPDATE
      SET user_id = EXCLUDED.user_id, created_at = EXCLUDED.created_at`,
);

const USE_TOKEN = named(
  'sign-in.use-token',
  `
    INSERT INTO sign_in_token (company_id, digest, expires_at) VALUES (:companyId, :digest, :expiresAt)
    ON CONFLICT (company_id, digest) DO NOTHING
    RETURNING digest`,
);

const removeExpired = sweepOf({
  table: 'sign_in_token',
  id: 'digest',
  expires: 'expires_at < now()',
  by: 'expires_at',
  batch: 1_000,
});

/** The users who are people of providers, and the tokens that were used. */
@Injectable()
export class SignInStore {
  constructor(private readonly sql: Sql) {}

  /** @returns false if the user is another person of the provider meanwhile; the transaction must be given up */
  async link(
    companyId: string,
    { issuer, subject }: ProviderPerson,
    userId: string,
    transaction: Transaction,
  ): Promise<boolean> {
    const values = { companyId, issuer, subject, userId, now: new Date() };
    try {
      await this.sql.query(LINK, values, transaction);
      return true;
    } catch (error) {
      if (isUniqueViolation(error, 'sign_in_link_user_key')) return false;
      throw error;
    }
  }

  /** Uses a token up. @returns false if it was used before */
  async useToken(
    companyId: string,
    token: { readonly digest: Buffer; readonly expiresAt: Date },
    transaction: Transaction,
  ): Promise<boolean> {
    return (await this.sql.query(USE_TOKEN, { companyId, ...token }, transaction)).length === 1;
  }

  /** Removes the digests of tokens of all companies that are not valid any more. */
  removeExpired(signal: AbortSignal): Promise<void> {
    return removeExpired(this.sql, signal);
  }
}

import { Injectable } from '@nestjs/common';
import { CATALOGUE } from '../../platform/database/change-sets.js';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DisabledReason } from '../domain/disabled-reason.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import { FAILING_LIMIT_MS } from '../domain/webhook.limits.js';
import { WebhookRepository, type ToldPlace, type WebhookKey } from '../domain/webhook.repository.js';
import type { Webhook } from '../domain/webhook.js';
import { valuesOf, WEBHOOK_COLUMNS, webhookOf, type WebhookRow } from './webhook-rows.js';

/** A fixed number that nothing else locks: webhooks are rarely created, so that those of all companies can wait. */
const LOCK_CREATION: Statement = {
  name: 'webhooks.lock-creation',
  text: 'SELECT pg_advisory_xact_lock(720513)',
};

const COUNT: Statement = {
  name: 'webhooks.count',
  text: 'SELECT count(*)::integer AS count FROM webhook WHERE company_id = $1',
};

const INSERT: Statement = {
  name: 'webhooks.insert',
  text: `
    INSERT INTO webhook (
      company_id, id, url, types, description, api_key_id, user_id, scopes, secret, previous_secret, previous_until,
      earlier_secrets, disabled_reason, disabled_at, failing_since, updated_at, created_at, place, company_position,
      catalogue_position
    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
};

const IS_WEBHOOK = 'company_id = $1 AND id = $2';

const LOCK: Statement = {
  name: 'webhooks.lock',
  text: `SELECT ${WEBHOOK_COLUMNS} FROM webhook w WHERE w.company_id = $1 AND w.id = $2 FOR UPDATE`,
};

const LOCK_IF_FREE: Statement = { name: 'webhooks.lock-if-free', text: `${LOCK.text} SKIP LOCKED` };

const UPDATE: Statement = {
  name: 'webhooks.update',
  text: `
    UPDATE webhook SET url = $3, types = $4, description = $5, api_key_id = $6, user_id = $7, scopes = $8, secret = $9,
      previous_secret = $10, previous_until = $11, earlier_secrets = $12, disabled_reason = $13, disabled_at = $14,
      failing_since = $15, updated_at = $16
    WHERE ${IS_WEBHOOK}`,
};

const TELL: Statement = {
  name: 'webhooks.tell',
  text: `
    UPDATE webhook SET place = $3, company_position = $4, catalogue_position = $5 WHERE ${IS_WEBHOOK}`,
};

const REMOVE: Statement = { name: 'webhooks.remove', text: `DELETE FROM webhook WHERE ${IS_WEBHOOK}` };

const IDS_OF_KEYS: Statement = {
  name: 'webhooks.ids-of-keys',
  text: 'SELECT id FROM webhook WHERE company_id = $1 AND api_key_id = ANY ($2) ORDER BY id',
};

/** Of all companies: workers serve all of them. `$1` position of the catalogue, `$2` limit. */
const BEHIND: Statement = {
  name: 'webhooks.behind',
  text: `
    SELECT w.company_id AS "companyId", w.id AS "webhookId"
    FROM webhook w LEFT JOIN change_position p ON p.company_id = w.company_id
    WHERE w.disabled_at IS NULL AND (w.company_position < p.position OR w.catalogue_position < $1::bigint)
    LIMIT $2`,
};

const CATALOGUE_POSITION: Statement = {
  name: 'webhooks.catalogue-position',
  text: `SELECT position::text FROM change_position WHERE company_id = '${CATALOGUE}'`,
};

/** Why the owner of a webhook may not have it, by the rows of key `k` and user `u`. */
const OWNER_PROBLEM = `
  CASE
    WHEN w.api_key_id IS NOT NULL AND (k.id IS NULL OR k.revoked_at IS NOT NULL OR k.expires_at <= now())
      THEN 'KEY_REVOKED'
    WHEN w.api_key_id IS NOT NULL AND NOT k.scopes @> w.scopes THEN 'SCOPE_MISSING'
    WHEN w.user_id IS NOT NULL AND (u.id IS NULL OR u.deactivated_at IS NOT NULL OR u.role <> 'ADMIN')
      THEN 'USER_NOT_ADMIN'
  END`;

const WITH_OWNERS = `
  webhook w
    LEFT JOIN api_key k ON k.company_id = w.company_id AND k.id = w.api_key_id
    LEFT JOIN user_account u ON u.company_id = w.company_id AND u.id = w.user_id`;

/** Of all companies. `$1` milliseconds without a success, `$2` limit. */
const TO_DISABLE: Statement = {
  name: 'webhooks.to-disable',
  text: `
    SELECT "companyId", "webhookId", reason FROM (
      SELECT w.company_id AS "companyId", w.id AS "webhookId",
        coalesce(
          ${OWNER_PROBLEM},
          CASE WHEN extract(epoch FROM now() - w.failing_since) * 1000 >= $1::float8 THEN 'FAILING' END
        ) AS reason
      FROM ${WITH_OWNERS}
      WHERE w.disabled_at IS NULL
    ) found
    WHERE reason IS NOT NULL
    LIMIT $2`,
};

const FIND_OWNER_PROBLEM: Statement = {
  name: 'webhooks.owner-problem',
  text: `
    SELECT ${OWNER_PROBLEM} AS reason
    FROM webhook w
      LEFT JOIN api_key k ON ${inCompany('k')} AND k.id = w.api_key_id
      LEFT JOIN user_account u ON ${inCompany('u')} AND u.id = w.user_id
    WHERE ${inCompany('w')} AND w.id = $2`,
};

const NOTE_SUCCESS: Statement = {
  name: 'webhooks.note-success',
  text: `UPDATE webhook SET failing_since = NULL WHERE ${IS_WEBHOOK} AND failing_since IS NOT NULL`,
};

const NOTE_FAILURE: Statement = {
  name: 'webhooks.note-failure',
  text: `UPDATE webhook SET failing_since = $3 WHERE ${IS_WEBHOOK} AND failing_since IS NULL`,
};

/** Webhooks in PostgreSQL. */
@Injectable()
export class SqlWebhookRepository extends WebhookRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async lockCount(companyId: string, transaction: Transaction): Promise<number> {
    await this.sql.query(LOCK_CREATION, [], transaction);
    const [row] = await this.sql.query<{ count: number }>(COUNT, [companyId], transaction);
    return row?.count ?? 0;
  }

  async insert({ state }: Webhook, told: ToldPlace, transaction: Transaction): Promise<void> {
    const values = [...valuesOf(state), state.createdAt, ...placeOf(state.companyId, told)];
    await this.sql.query(INSERT, values, transaction);
  }

  async lock({ companyId, webhookId }: WebhookKey, transaction: Transaction): Promise<Webhook> {
    const [row] = await this.sql.query<WebhookRow>(LOCK, [companyId, webhookId], transaction);
    if (!row) throw new WebhookNotFound();
    return webhookOf(row);
  }

  async lockIfFree(
    { companyId, webhookId }: WebhookKey,
    transaction: Transaction,
  ): Promise<{ webhook: Webhook; place: string } | undefined> {
    const [row] = await this.sql.query<WebhookRow>(LOCK_IF_FREE, [companyId, webhookId], transaction);
    return row && { webhook: webhookOf(row), place: row.place };
  }

  async update({ state }: Webhook, transaction: Transaction): Promise<void> {
    await this.sql.query(UPDATE, valuesOf(state), transaction);
  }

  async tell({ companyId, webhookId }: WebhookKey, told: ToldPlace, transaction: Transaction): Promise<void> {
    await this.sql.query(TELL, [companyId, webhookId, ...placeOf(companyId, told)], transaction);
  }

  async remove({ companyId, webhookId }: WebhookKey, transaction: Transaction): Promise<void> {
    await this.sql.query(REMOVE, [companyId, webhookId], transaction);
  }

  async idsOfKeys(
    companyId: string,
    apiKeyIds: readonly string[],
    transaction: Transaction,
  ): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(IDS_OF_KEYS, [companyId, apiKeyIds], transaction);
    return rows.map(({ id }) => id);
  }

  async behind(limit: number): Promise<WebhookKey[]> {
    const [row] = await this.sql.query<{ position: string }>(CATALOGUE_POSITION);
    return this.sql.query<WebhookKey & Record<string, unknown>>(BEHIND, [row?.position ?? '0', limit]);
  }

  toDisable(limit: number): Promise<(WebhookKey & { readonly reason: DisabledReason })[]> {
    return this.sql.query(TO_DISABLE, [FAILING_LIMIT_MS, limit]);
  }

  async ownerProblem(
    { companyId, webhookId }: WebhookKey,
    transaction: Transaction,
  ): Promise<DisabledReason | undefined> {
    const values = [companyId, webhookId];
    const [row] = await this.sql.query<{ reason: DisabledReason | null }>(
      FIND_OWNER_PROBLEM,
      values,
      transaction,
    );
    return row?.reason ?? undefined;
  }

  async noteOutcome(
    { companyId, webhookId }: WebhookKey,
    isSuccess: boolean,
    transaction: Transaction,
  ): Promise<void> {
    const key = [companyId, webhookId];
    if (isSuccess) await this.sql.query(NOTE_SUCCESS, key, transaction);
    else await this.sql.query(NOTE_FAILURE, [...key, new Date()], transaction);
  }
}

function placeOf(companyId: string, { place, positions }: ToldPlace): unknown[] {
  // A webhook that tells of templates alone follows the order of the company, too.
  return [place, positions.get(companyId) ?? '0', positions.get(CATALOGUE) ?? null];
}

import { Injectable } from '@nestjs/common';
import { CATALOGUE } from '../../platform/database/change-sets.js';
import { assigned, inserted, selected } from '../../platform/database/columns.js';
import { inCompany } from '../../platform/database/in-company.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  CHANGED_COLUMNS,
  STATE_COLUMNS,
  TOLD_COLUMNS,
  valuesOf,
  webhookOf,
  type StateRow,
} from '../application/webhook-rows.js';
import type { DisabledReason } from '../domain/disabled-reason.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import { FAILING_LIMIT_MS } from '../domain/webhook.limits.js';
import { WebhookRepository, type ToldPlace, type WebhookKey } from '../domain/webhook.repository.js';
import type { Webhook } from '../domain/webhook.js';

/** A fixed number that nothing else locks: webhooks are rarely created, so that those of all companies can wait. */
const LOCK_CREATION: Statement = {
  name: 'webhooks.lock-creation',
  text: 'SELECT pg_advisory_xact_lock(720513)',
};

const COUNT: Statement = {
  name: 'webhooks.count',
  text: 'SELECT count(*)::integer AS count FROM webhook WHERE company_id = $1',
};

const INSERT = named(
  'webhooks.insert',
  `INSERT INTO webhook ${inserted({ ...STATE_COLUMNS, ...TOLD_COLUMNS })}`,
);

const IS_WEBHOOK = 'company_id = :companyId AND id = :webhookId';

const SELECT_LOCKED = `SELECT ${selected(STATE_COLUMNS)}, place FROM webhook WHERE ${IS_WEBHOOK} FOR UPDATE`;

const LOCK = named('webhooks.lock', SELECT_LOCKED);

const LOCK_IF_FREE = named('webhooks.lock-if-free', `${SELECT_LOCKED} SKIP LOCKED`);

const UPDATE = named(
  'webhooks.update',
  `UPDATE webhook SET ${assigned(CHANGED_COLUMNS)} WHERE ${IS_WEBHOOK}`,
);

const TELL = named('webhooks.tell', `UPDATE webhook SET ${assigned(TOLD_COLUMNS)} WHERE ${IS_WEBHOOK}`);

const REMOVE = named('webhooks.remove', `DELETE FROM webhook WHERE ${IS_WEBHOOK}`);

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

const NOTE_SUCCESS = named(
  'webhooks.note-success',
  `UPDATE webhook SET failing_since = NULL WHERE ${IS_WEBHOOK} AND failing_since IS NOT NULL`,
);

const NOTE_FAILURE = named(
  'webhooks.note-failure',
  `UPDATE webhook SET failing_since = :now WHERE ${IS_WEBHOOK} AND failing_since IS NULL`,
);

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
    const values = { ...valuesOf(state), ...placeOf(state.companyId, told) };
    await this.sql.query(INSERT, values, transaction);
  }

  async lock(key: WebhookKey, transaction: Transaction): Promise<Webhook> {
    const [row] = await this.sql.query<StateRow>(LOCK, key, transaction);
    if (!row) throw new WebhookNotFound();
    return webhookOf(row);
  }

  async lockIfFree(
    key: WebhookKey,
    transaction: Transaction,
  ): Promise<{ webhook: Webhook; place: string } | undefined> {
    const [row] = await this.sql.query<StateRow & { place: string }>(LOCK_IF_FREE, key, transaction);
    return row && { webhook: webhookOf(row), place: row.place };
  }

  async update({ state }: Webhook, transaction: Transaction): Promise<void> {
    await this.sql.query(UPDATE, { ...valuesOf(state), webhookId: state.id }, transaction);
  }

  async tell(key: WebhookKey, told: ToldPlace, transaction: Transaction): Promise<void> {
    await this.sql.query(TELL, { ...key, ...placeOf(key.companyId, told) }, transaction);
  }

  async remove(key: WebhookKey, transaction: Transaction): Promise<void> {
    await this.sql.query(REMOVE, key, transaction);
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

  async noteOutcome(key: WebhookKey, isSuccess: boolean, transaction: Transaction): Promise<void> {
    if (isSuccess) await this.sql.query(NOTE_SUCCESS, key, transaction);
    else await this.sql.query(NOTE_FAILURE, { ...key, now: new Date() }, transaction);
  }
}

/** The values of {@link TOLD_COLUMNS}. */
function placeOf(
  companyId: string,
  { place, positions }: ToldPlace,
): Record<keyof typeof TOLD_COLUMNS, unknown> {
  // A webhook that tells of templates alone follows the order of the company, too.
  const companyPosition = positions.get(companyId) ?? '0';
  return { place, companyPosition, cataloguePosition: positions.get(CATALOGUE) };
}

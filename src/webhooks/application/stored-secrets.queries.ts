import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { WebhookKey } from '../domain/webhook.repository.js';

/** The encrypted secrets of a webhook that sign. */
export interface StoredSecrets extends WebhookKey {
  readonly secrets: readonly Buffer[];
}

/** Of all companies, in the order of the primary key. `$1` company and `$2` id of the last one, `$3` limit. */
const READ: Statement = {
  name: 'webhooks.stored-secrets',
  text: `
    SELECT w.company_id AS "companyId", w.id AS "webhookId",
      ARRAY[w.secret]
        || CASE WHEN w.previous_until > now() THEN ARRAY[w.previous_secret] END
        || ARRAY(
          SELECT decode(earlier ->> 'secret', 'base64') FROM json_array_elements(w.earlier_secrets) earlier
          WHERE (earlier ->> 'until')::timestamptz > now()
        ) AS secrets
    FROM webhook w WHERE (w.company_id, w.id) > ($1, $2)
    ORDER BY w.company_id, w.id LIMIT $3`,
};

/** Reads the stored secrets of the webhooks of all companies. */
@Injectable()
export class StoredSecretsQueries {
  constructor(private readonly sql: Sql) {}

  /** Those after a webhook, or the first ones. */
  after(last: WebhookKey | undefined, limit: number): Promise<StoredSecrets[]> {
    return this.sql.query<StoredSecrets & Record<string, unknown>>(READ, [
      last?.companyId ?? '',
      last?.webhookId ?? '',
      limit,
    ]);
  }
}

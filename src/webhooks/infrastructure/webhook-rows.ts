import type { DisabledReason } from '../domain/disabled-reason.js';
import { Webhook, type WebhookState } from '../domain/webhook.js';

/** Columns of a webhook `w`. */
export const WEBHOOK_COLUMNS = `
  w.company_id AS "companyId", w.id, w.url, w.types, w.description, w.api_key_id AS "apiKeyId", w.user_id AS "userId",
  w.scopes, w.secret, w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil",
  w.earlier_secrets AS "earlierSecrets",
  w.disabled_reason AS "disabledReason", w.disabled_at AS "disabledAt", w.failing_since AS "failingSince",
  w.created_at AS "createdAt", w.updated_at AS "updatedAt", w.place`;

/** A secret before {@link WebhookRow.previousSecret}, which a release before kept alone. */
interface EarlierSecret {
  /** Base64. */
  readonly secret: string;
  /** ISO 8601. */
  readonly until: string;
}

export interface WebhookRow extends Record<string, unknown> {
  readonly companyId: string;
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string | null;
  readonly apiKeyId: string | null;
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
  readonly earlierSecrets: readonly EarlierSecret[];
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly place: string;
}

/** In the order of the columns that are inserted and updated. */
export function valuesOf(state: WebhookState): unknown[] {
  const { companyId, id, url, types, description, owner, scopes, secrets, disabled, failingSince } = state;
  const [previous, ...earlier] = secrets.previous;
  return [
    companyId,
    id,
    url,
    types,
    description ?? null,
    'apiKeyId' in owner ? owner.apiKeyId : null,
    'userId' in owner ? owner.userId : null,
    scopes,
    secrets.current,
    previous?.secret ?? null,
    previous?.until ?? null,
    JSON.stringify(earlier.map(({ secret, until }) => ({ secret: secret.toString('base64'), until }))),
    disabled?.reason ?? null,
    disabled?.at ?? null,
    failingSince ?? null,
    state.updatedAt,
  ];
}

export function webhookOf(row: WebhookRow): Webhook {
  const {
    apiKeyId,
    userId,
    secret,
    previousSecret,
    previousUntil,
    earlierSecrets,
    disabledReason,
    disabledAt,
  } = row;
  const { companyId, id, url, types, description, scopes, failingSince, createdAt, updatedAt } = row;
  return Webhook.restore({
    companyId,
    id,
    url,
    types,
    ...(description !== null && { description }),
    owner: apiKeyId === null ? { userId: userId ?? '' } : { apiKeyId },
    scopes,
    ...(disabledReason && disabledAt && { disabled: { reason: disabledReason, at: disabledAt } }),
    secrets: {
      current: secret,
      previous: [
        ...(previousSecret && previousUntil ? [{ secret: previousSecret, until: previousUntil }] : []),
        ...earlierSecrets.map((each) => ({
          secret: Buffer.from(each.secret, 'base64'),
          until: new Date(each.until),
        })),
      ],
    },
    ...(failingSince && { failingSince }),
    createdAt,
    updatedAt,
  });
}

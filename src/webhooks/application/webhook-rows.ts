import type { DisabledReason } from '../domain/disabled-reason.js';
import { Webhook, type WebhookState } from '../domain/webhook.js';

const CONTENT = {
  url: 'url',
  types: 'types',
  description: 'description',
  apiKeyId: 'api_key_id',
  userId: 'user_id',
  disabledReason: 'disabled_reason',
  disabledAt: 'disabled_at',
  failingSince: 'failing_since',
  previousUntil: 'previous_until',
  updatedAt: 'updated_at',
} as const;

const SECRETS = {
  scopes: 'scopes',
  secret: 'secret',
  previousSecret: 'previous_secret',
  earlierSecrets: 'earlier_secrets',
} as const;

/** Columns of `webhook` that a change may write. */
export const CHANGED_COLUMNS = { ...CONTENT, ...SECRETS } as const;

/** Those that answers are made of. */
export const SHOWN_COLUMNS = { id: 'id', ...CONTENT, createdAt: 'created_at' } as const;

/** Those of {@link WebhookState}. */
export const STATE_COLUMNS = { companyId: 'company_id', ...SHOWN_COLUMNS, ...SECRETS } as const;

/** The place up to which it was told. */
export const TOLD_COLUMNS = {
  place: 'place',
  companyPosition: 'company_position',
  cataloguePosition: 'catalogue_position',
} as const;

/** A row with {@link SHOWN_COLUMNS}. */
export interface ShownRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string | null;
  readonly apiKeyId: string | null;
  readonly userId: string | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A row with {@link STATE_COLUMNS}. */
export interface StateRow extends ShownRow {
  readonly companyId: string;
  readonly scopes: readonly string[];
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly earlierSecrets: readonly EarlierSecret[];
}

/** A secret before {@link StateRow.previousSecret}, which a release before kept alone. */
interface EarlierSecret {
  /** Base64. */
  readonly secret: string;
  /** ISO 8601. */
  readonly until: string;
}

/** The values of {@link STATE_COLUMNS}. */
export function valuesOf(state: WebhookState): Record<keyof typeof STATE_COLUMNS, unknown> {
  const { companyId, id, url, types, scopes, createdAt, updatedAt } = state;
  const { description, owner, secrets, disabled, failingSince } = state;
  const [previous, ...earlier] = secrets.previous;
  return {
    ...{ companyId, id, url, types, scopes, createdAt, updatedAt, description, failingSince },
    apiKeyId: 'apiKeyId' in owner ? owner.apiKeyId : null,
    userId: 'userId' in owner ? owner.userId : null,
    secret: secrets.current,
    previousSecret: previous?.secret,
    previousUntil: previous?.until,
    earlierSecrets: JSON.stringify(
      earlier.map(({ secret, until }) => ({ secret: secret.toString('base64'), until })),
    ),
    disabledReason: disabled?.reason,
    disabledAt: disabled?.at,
  };
}

/** The part of the state that answers have, too. */
export function shownStateOf(row: ShownRow): Omit<WebhookState, 'companyId' | 'scopes' | 'secrets'> {
  const { id, url, types, description, apiKeyId, userId, createdAt, updatedAt } = row;
  const { disabledReason, disabledAt, failingSince } = row;
  return {
    ...{ id, url, types, createdAt, updatedAt },
    ...(description !== null && { description }),
    owner: apiKeyId === null ? { userId: userId ?? '' } : { apiKeyId },
    ...(disabledReason && disabledAt && { disabled: { reason: disabledReason, at: disabledAt } }),
    ...(failingSince && { failingSince }),
  };
}

export function webhookOf(row: StateRow): Webhook {
  const { companyId, scopes, secret, previousSecret, previousUntil, earlierSecrets } = row;
  return Webhook.restore({
    ...shownStateOf(row),
    companyId,
    scopes,
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
  });
}

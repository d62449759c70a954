import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WindowResponse } from '../../platform/dto/window-response.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { DISABLED_REASONS, type DisabledReason } from '../domain/disabled-reason.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/message.js';
import type { WebhookState } from '../domain/webhook.js';
import { MAX_SHOWN_ATTEMPTS, MAX_WEBHOOK_URL_LENGTH } from '../domain/webhook.limits.js';
import { WEBHOOK_TYPES } from './webhook-types.js';

const ID = '6b0957d66ae1535605f146a9';

const moment = (description: string) =>
  ({ type: String, format: 'date-time', description, example: '2026-03-02T16:05:00.000Z' }) as const;

/** The facts of which an answer consists. */
export type WebhookFacts = Omit<WebhookState, 'companyId' | 'scopes' | 'secrets'> & {
  /** End of the newest secret before the current one. */
  readonly previousSecretUntil: Date | undefined;
};

/** An address that is told of changes. */
@ApiSchema({ name: 'Webhook' })
export class WebhookResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the webhook.', example: ID })
  id!: string;

  @ApiProperty({
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    description: 'Address to which messages are sent by `POST`: `https`, and not in a private network.',
    example: 'https://hr.example.com/wes',
  })
  url!: string;

  @ApiProperty({
    enum: [...WEBHOOK_TYPES],
    enumName: 'WebhookType',
    isArray: true,
    description:
      'What is told. Keys are told of what their scopes read, admins of plans that they may read and of templates.',
    example: ['employee.changed', 'employee.deleted'],
  })
  types!: readonly string[];

  @ApiPropertyOptional({ description: 'A note for people.', example: 'The payroll of Lisbon' })
  description?: string;

  @ApiProperty({ description: 'Messages are sent.', example: true })
  enabled!: boolean;

  @ApiPropertyOptional({
    enum: [...DISABLED_REASONS],
    enumName: 'WebhookDisabledReason',
    description:
      '`DISABLED`: a request has disabled it; `RECEIVER_GONE`: it has answered 410; `FAILING`: nothing has arrived for ' +
      'five days; `KEY_REVOKED`, `SCOPE_MISSING` and `USER_NOT_ADMIN`: the key or user that it belongs to ' +
      'may not have it any more.',
    example: 'FAILING',
  })
  disabledReason?: DisabledReason;

  @ApiPropertyOptional(moment('When it was disabled.'))
  disabledAt?: string;

  @ApiPropertyOptional(moment('The first failure since the last success.'))
  failingSince?: string;

  @ApiPropertyOptional({
    ...ID_FORM,
    description: 'The key that it belongs to: the one that has created or last changed it.',
    example: ID,
  })
  apiKeyId?: string;

  @ApiPropertyOptional({
    ...ID_FORM,
    description: 'The admin to whom it belongs: the one who has created or last changed it.',
    example: ID,
  })
  userId?: string;

  @ApiPropertyOptional(moment('Until when the secret before the last rotation signs, too.'))
  previousSecretUntil?: string;

  @ApiProperty(moment('When it was created.'))
  createdAt!: string;

  @ApiProperty(moment('When it was last changed.'))
  updatedAt!: string;

  static of(state: WebhookState): WebhookResponse {
    return WebhookResponse.from({ ...state, previousSecretUntil: state.secrets.previous[0]?.until });
  }

  static from(facts: WebhookFacts): WebhookResponse {
    const { id, url, types, description, owner, disabled, failingSince, createdAt, updatedAt } = facts;
    const { previousSecretUntil } = facts;
    const signsTwice = previousSecretUntil !== undefined && previousSecretUntil > new Date();
    return {
      id,
      url,
      types,
      ...(description !== undefined && { description }),
      enabled: disabled === undefined,
      ...(disabled && { disabledReason: disabled.reason, disabledAt: disabled.at.toISOString() }),
      ...(failingSince && { failingSince: failingSince.toISOString() }),
      ...owner,
      ...(signsTwice && { previousSecretUntil: previousSecretUntil.toISOString() }),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}

/** A webhook with its secret, which is shown this once. */
@ApiSchema({ name: 'WebhookWithSecret' })
export class WebhookWithSecretResponse extends WebhookResponse {
  @ApiPropertyOptional({
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    description:
      'Signs the messages (Standard Webhooks 1.0). It is never shown again: the answer to a repeat has none.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD6lw8Q1sYw3Q=',
  })
  secret?: string;

  static shownOnce(state: WebhookState, secret: string): WebhookWithSecretResponse {
    return Object.assign(WebhookResponse.of(state), { secret });
  }
}

/** An attempt to deliver a message. */
@ApiSchema({ name: 'WebhookAttempt' })
export class WebhookAttemptResponse {
  @ApiProperty(moment('When it began.'))
  at!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How long it took, in milliseconds.',
    example: 84,
  })
  durationMs!: number;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Status of the answer, if there was one.',
    example: 204,
  })
  status?: number;

  @ApiPropertyOptional({ description: 'Why it failed.', example: 'The host refuses the connection.' })
  reason?: string;

  @ApiPropertyOptional({ description: 'The first 256 bytes of the answer.', example: 'ok' })
  answer?: string;
}

/** A message of a webhook. */
@ApiSchema({ name: 'WebhookDelivery' })
export class WebhookDeliveryResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the message, `webhook-id` in its header.', example: ID })
  id!: string;

  @ApiProperty({
    description: 'One of the types of the webhook, or `changes.waiting`.',
    example: 'employee.changed',
  })
  type!: string;

  @ApiPropertyOptional({ ...ID_FORM, description: 'Id of the object that has changed.', example: ID })
  objectId?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Changes for which `changes.waiting` stands; absent where nobody knows how many.',
    example: 120_000,
  })
  count?: number;

  @ApiProperty({
    enum: [...DELIVERY_STATUSES],
    enumName: 'WebhookDeliveryStatus',
    description:
      '`WAITING` for an attempt or during one; `FAILED` when none is left, or the webhook was disabled before.',
    example: 'DELIVERED',
  })
  status!: DeliveryStatus;

  @ApiProperty({
    type: [WebhookAttemptResponse],
    maxItems: MAX_SHOWN_ATTEMPTS,
    description: 'The attempts that have ended, oldest first.',
  })
  attempts!: readonly WebhookAttemptResponse[];

  @ApiPropertyOptional(moment('When the next attempt is due.'))
  nextAttemptAt?: string;

  @ApiProperty(moment('When the message was made.'))
  createdAt!: string;
}

/** A window of the messages of a webhook. */
@ApiSchema({ name: 'WebhookDeliveryPage' })
export class WebhookDeliveryPageResponse extends WindowResponse {
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, description: 'All such messages.' })
  total!: number;

  @ApiProperty({ type: [WebhookDeliveryResponse], description: 'The messages of the window, newest first.' })
  result!: readonly WebhookDeliveryResponse[];
}

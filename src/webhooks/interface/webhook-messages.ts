import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { KIND_WORDS, type ChangeKind } from '../../changes/index.js';
import { ApiWebhooks } from '../../platform/http/openapi/webhooks.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { kindOfType, WEBHOOK_TYPES } from '../application/webhook-types.js';
import { contentOf, TEST_MESSAGE, WAITING_MESSAGE } from '../domain/message.js';
import { MAX_WAITING_MESSAGES } from '../domain/webhook.limits.js';

const ID = '6b0957d66ae1535605f146a9';
const TIME = '2026-03-02T16:05:00.000Z';

class Message {
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the message was made.',
    example: TIME,
  })
  timestamp!: string;
}

class ChangedObjectData {
  @ApiProperty({ ...ID_FORM, description: 'Id of the object.', example: ID })
  id!: string;
}

class WaitingChangesData {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Messages for which this one stands; absent where their number is not known.',
    example: 2_000,
  })
  count?: number;
}

/** An object has changed or is gone. */
@ApiSchema({ name: 'ChangeMessage' })
class ChangeMessage extends Message {
  @ApiProperty({
    enum: [...WEBHOOK_TYPES],
    enumName: 'WebhookType',
    description: 'The kind of the object, and what has happened to it.',
    example: 'employee.changed',
  })
  type!: string;

  @ApiProperty({ type: ChangedObjectData, description: 'The object.' })
  data!: ChangedObjectData;
}

/** Stands for many changes. */
@ApiSchema({ name: 'ChangesWaitingMessage' })
class ChangesWaitingMessage extends Message {
  @ApiProperty({ enum: [WAITING_MESSAGE], description: 'Read the change feed.', example: WAITING_MESSAGE })
  type!: typeof WAITING_MESSAGE;

  @ApiProperty({ type: WaitingChangesData, description: 'The changes.' })
  data!: WaitingChangesData;
}

/** Sent by the test of a webhook. */
@ApiSchema({ name: 'TestMessage' })
class TestMessage extends Message {
  @ApiProperty({ enum: [TEST_MESSAGE], description: 'Nothing has changed.', example: TEST_MESSAGE })
  type!: typeof TEST_MESSAGE;

  @ApiProperty({ type: 'object', properties: {}, description: 'Empty.', example: {} })
  data!: object;
}

/** Schemas that the messages name. */
const MESSAGE_MODELS: Type[] = [ChangeMessage, ChangesWaitingMessage, TestMessage];

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** Of each message (Standard Webhooks 1.0). */
const PARAMETERS = [
  header('webhook-id', 'The same for every attempt: ignore a message whose id is known.', ID),
  header('webhook-timestamp', 'Time of the attempt, in seconds since 1970.', '1772467500'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` by the secret, in Base64. After ' +
      'rotations there are several, with a space between.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('User-Agent', 'The service and its version.', 'wes-webhooks/1.0.0'),
];

const RESPONSES = {
  '2XX': {
    description: 'The message has arrived. Any other status is a failure; redirects are not followed.',
  },
  '410': { description: 'Nothing more is wanted: the webhook is disabled.' },
  '429': { description: 'The next attempt is made after `Retry-After`, as for 503.' },
};

interface Described {
  readonly type: string;
  readonly summary: string;
  readonly schema: object;
  readonly content: { readonly objectId?: string; readonly count?: number };
}

/** The operation of a receiver for a type of message. */
function receiving({ type, summary, schema, content }: Described): object {
  const name = type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const example = JSON.parse(contentOf({ id: ID, type, ...content }, new Date(TIME))) as object;
  return {
    operationId: `receive${name}`,
    tags: ['Webhooks'],
    summary,
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: RESPONSES,
  };
}

function ofChange(type: string): Described {
  const words = KIND_WORDS.get(kindOfType(type) as ChangeKind);
  return {
    type,
    summary: `${words} ${type.endsWith('.deleted') ? 'is gone' : 'is new or has changed'}`,
    schema: { $ref: getSchemaPath(ChangeMessage), properties: { type: { const: type } } },
    content: { objectId: ID },
  };
}

const MESSAGES: readonly Described[] = [
  ...WEBHOOK_TYPES.map(ofChange),
  {
    type: WAITING_MESSAGE,
    summary: `Stands for more than ${MAX_WAITING_MESSAGES} changes: read the change feed`,
    schema: { $ref: getSchemaPath(ChangesWaitingMessage) },
    content: { count: 2_000 },
  },
  {
    type: TEST_MESSAGE,
    summary: 'A test, which a request asks for',
    schema: { $ref: getSchemaPath(TestMessage) },
    content: {},
  },
];

/** Documents the operation of a receiver for each type that the service sends. */
export function ApiWebhookMessages(): MethodDecorator {
  const catalogue = Object.fromEntries(MESSAGES.map((message) => [message.type, receiving(message)]));
  return ApiWebhooks(catalogue, MESSAGE_MODELS);
}

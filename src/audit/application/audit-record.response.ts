import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../shared-kernel/id.js';
import { MAX_LISTED_BYTES } from '../../shared-kernel/listed-changes.js';
import { WindowResponse } from '../../platform/dto/window-response.js';

const ID = '665f1c2ab7e4d90012ab34cd';
const text = (example: string, description: string, form: object = { minLength: 1 }) =>
  ({ type: String, ...form, description, example }) as const;
const content = (description: string) =>
  ({ type: 'object', additionalProperties: true, description }) as const;

/** Kinds of credentials with which changes are made. */
export const ACTOR_KINDS = ['user', 'integration', 'operator'] as const;

/** A change with its author and time (ADR 21). */
@ApiSchema({ name: 'AuditRecord' })
export class AuditRecordResponse {
  @ApiProperty(text(ID, 'Id of the record.', ID_FORM))
  id!: string;

  @ApiProperty(text(ID, 'Id of the company.', ID_FORM))
  companyId!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the change was made.',
    example: '2026-03-01T09:30:00.000Z',
  })
  at!: string;

  @ApiProperty(
    text('plan.update', 'What was done: the type of the object, a dot, and a verb.', {
      pattern: '^[a-z-]+\\.[a-z-]+$',
    }),
  )
  operation!: string;

  @ApiProperty(text('plan', 'Type of the object.'))
  objectType!: string;

  @ApiProperty(text(ID, 'Id of the object, or name of a source. It may be deleted.'))
  objectId!: string;

  @ApiPropertyOptional(text(ID, 'Id of the plan that the object is or belongs to.', ID_FORM))
  planId?: string;

  @ApiPropertyOptional(text(ID, 'Id of the sync of employees that made the change.', ID_FORM))
  syncId?: string;

  @ApiProperty({
    enum: ACTOR_KINDS,
    enumName: 'ActorKind',
    description: '`user`: with a session. `integration`: with an API key. `operator`: by the command `wes`.',
  })
  actorKind!: (typeof ACTOR_KINDS)[number];

  @ApiPropertyOptional(
    text(ID, 'Id of the user or of the API key; of an operator the account of the operating system.'),
  )
  actorId?: string;

  @ApiPropertyOptional(text(ID, 'Id of the session or of the API key. Operators have none.'))
  credentialId?: string;

  @ApiPropertyOptional(text('203.0.113.7', 'IP address of the caller. Operators have none.'))
  address?: string;

  @ApiPropertyOptional(text('6f1f9d0e-5b0c-4d3e-9a53-0d9a4c1a7f10', '`X-Request-Id` of the request.'))
  requestId?: string;

  @ApiPropertyOptional(
    content(
      'The properties that changed, as they were before; one that was not there is absent. Of a deleted object all ' +
        'properties, without private notes; absent for a new object. Absent, as `after` and `changedProperties`, for ' +
        'a plan that is or was private to another user and all that is in it, and for a private note of another user.',
    ),
  )
  before?: object;

  @ApiPropertyOptional(
    content(
      'The properties that changed, as they are after the change; one that was removed is absent. Of a ' +
        'new object all properties; absent for a deleted one.',
    ),
  )
  after?: object;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      `\`true\` in a list, where \`before\` and \`after\` have more than ${MAX_LISTED_BYTES / 1_024} KiB: ` +
      'they are absent, and `changedProperties` names what they have. A record read by its id always has ' +
      'them.',
    example: true,
  })
  truncated?: boolean;

  @ApiPropertyOptional({
    type: [String],
    description: 'The properties that changed, of a record that is `truncated`.',
    example: ['title', 'description'],
  })
  changedProperties?: readonly string[];
}

/** A window of the records of a company. */
@ApiSchema({ name: 'AuditPage' })
export class AuditPageResponse extends WindowResponse {
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, description: 'All records that match.' })
  total!: number;

  @ApiProperty({ type: [AuditRecordResponse], description: 'The records of the window, newest first.' })
  result!: readonly AuditRecordResponse[];
}

import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { OptionalBody } from '../../platform/dto/optional-body.js';
import { DateTime, Ignored, Int32, Property, Words } from '../../platform/dto/properties.js';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { setIssues } from '../../shared-kernel/word-set.js';
import { DEFAULT_OVERLAP_S, MAX_OVERLAP_S } from '../domain/api-key.limits.js';
import { NAME_LIMITS } from '../domain/identity.rules.js';

const READ_ONLY = { description: 'Ignored: it is read-only.' };

const EXPIRES_AT =
  'From when on the key is refused: in the future, at most ten years. In 365 days when absent.';

/** Body of a request to make an API key. */
@ApiSchema({ name: 'ApiKeyInput' })
export class ApiKeyRequest {
  @Words({
    ...NAME_LIMITS,
    required: true,
    description: 'Name by which people know the key.',
    example: 'Payroll',
  })
  name!: string;

  @Property(
    Checked((value) => setIssues(value, SCOPES)),
    { enum: [...SCOPES], enumName: 'Scope', isArray: true, minItems: 1, maxItems: SCOPES.length },
    {
      description:
        'What the key may do, each once, of those that the company may have (`grantableScopes` of its settings). ' +
        `When absent: ${DEFAULT_SCOPES.join(', ')}.`,
      example: ['employees:read'],
    },
  )
  scopes?: Scope[];

  @DateTime({ description: EXPIRES_AT, example: '2027-03-02T16:05:00Z' })
  expiresAt?: string;

  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(READ_ONLY)
  lastUsedAt?: unknown;

  @Ignored(READ_ONLY)
  createdBy?: unknown;
}

/** Body of a request to rotate an API key. */
@ApiSchema({ name: 'ApiKeyRotationInput' })
@OptionalBody()
export class ApiKeyRotationRequest {
  @Int32({
    minimum: 0,
    maximum: MAX_OVERLAP_S,
    default: DEFAULT_OVERLAP_S,
    description:
      'Longest time for which the old key stays valid, in seconds: 7 days when absent, at most 90.',
    example: 86_400,
  })
  overlap?: number;

  @DateTime({ description: EXPIRES_AT, example: '2027-03-02T16:05:00Z' })
  expiresAt?: string;
}

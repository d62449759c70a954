import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { ID_FORM } from '../../shared-kernel/id.js';

const moment = (description: string, example: string) =>
  ({ type: String, format: 'date-time', description, example }) as const;

/** The admin who has made a key. */
@ApiSchema({ name: 'ApiKeyMaker' })
export class ApiKeyMaker {
  @ApiProperty({ ...ID_FORM, description: 'Id of the user.', example: '665f1c2ab7e4d90012ab3411' })
  id!: string;

  @ApiProperty({ description: 'Name of the user.', example: 'Ana López' })
  name!: string;

  @ApiProperty({
    description: 'The user is an admin of the company no more, or has left. The key works all the same.',
    example: false,
  })
  gone!: boolean;
}

/** A valid API key of the company, without its secret. */
@ApiSchema({ name: 'ApiKey' })
export class ApiKeyResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the key.', example: '6b0956a06ae1535605f14601' })
  id!: string;

  @ApiProperty({ description: 'Name by which people know the key.', example: 'Payroll' })
  name!: string;

  @ApiProperty({
    enum: [...SCOPES],
    enumName: 'Scope',
    isArray: true,
    description: 'What the key may do.',
    example: ['employees:read'],
  })
  scopes!: readonly Scope[];

  @ApiProperty(moment('When the key was made.', '2026-03-02T16:05:00.000Z'))
  createdAt!: string;

  @ApiProperty(moment('From when on the key is refused.', '2027-03-02T16:05:00.000Z'))
  expiresAt!: string;

  @ApiPropertyOptional(
    moment(
      'When the key was used last, up to a minute before the true time. Absent for one that was never used.',
      '2026-03-03T08:30:00.000Z',
    ),
  )
  lastUsedAt?: string;

  @ApiPropertyOptional({
    type: () => ApiKeyMaker,
    description: 'The admin who has made the key. Absent for one that the operator of the service has made.',
  })
  createdBy?: ApiKeyMaker;
}

/** An answer with the key itself, which no other answer has. */
@ApiSchema({ name: 'ApiKeyWithSecret' })
export class ApiKeyWithSecretResponse extends ApiKeyResponse {
  @ApiPropertyOptional({
    pattern: '^wes_[0-9a-f]{24}_[A-Za-z0-9_-]{59}$',
    description:
      'The key, for the header `serviceAPIKey`. It is never shown again: the answer to a repeat has none.',
    example: 'wes_6b0956a06ae1535605f14601_pVQ0v1nZ0yq3mM8eT5bG7sD2kLwXcRfAhJuNiOzE4yUBtaYxSdQfWgHjKl1',
  })
  key?: string;
}

import { ApiSchema, type ApiPropertyOptions } from '@nestjs/swagger';
import { Email, Ignored, Reference, Words } from '../../../platform/dto/properties.js';
import { HOLD_LIMITS } from '../domain/legal-hold.js';

const READ_ONLY = { description: 'Ignored.' };
const IDS: ApiPropertyOptions = { ...READ_ONLY, type: 'array', items: { type: 'string' } };

/** Body of a hold on a person. */
@ApiSchema({ name: 'LegalHoldInput' })
export class LegalHoldRequest {
  @Reference({
    description:
      'External id that the person has or had. Exactly one of `externalId`, `email` and `personId` is sent.',
  })
  externalId?: string;

  @Email({
    description: 'E-mail address that the person has or had, in any case.',
    example: 'jo@example.com',
  })
  email?: string;

  @Reference({ description: 'Id of an employee or a user of the person.' })
  personId?: string;

  @Words({
    ...HOLD_LIMITS.reason,
    required: true,
    description: 'Why the data of the person is kept.',
    example: 'Lawsuit 12 O 345/26',
  })
  reason!: string;

  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(IDS)
  employeeIds?: unknown;

  @Ignored(IDS)
  userIds?: unknown;

  @Ignored(READ_ONLY)
  placedAt?: unknown;
}

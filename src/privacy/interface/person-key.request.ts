import { Email, FilledText, Reference } from '../../platform/dto/properties.js';

/** The keys by which a body names a person: exactly one of them. */
export class PersonKeyRequest {
  @FilledText({
    maxLength: 255,
    description:
      'External id that the person has or had, in the HR system or the identity provider. Exactly one of ' +
      '`externalId`, `email` and `personId` is sent.',
    example: 'HR-4711',
  })
  externalId?: string;

  @Email({
    description: 'E-mail address that the person has or had, in any case.',
    example: 'jo@example.com',
  })
  email?: string;

  @Reference({ description: 'Id of an employee or a user of the person.' })
  personId?: string;
}

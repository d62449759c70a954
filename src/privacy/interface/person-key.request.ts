import { Email, FilledText } from '../../platform/dto/properties.js';

/** The keys by which a body names a person: exactly one of both. */
export class PersonKeyRequest {
  @FilledText({
    maxLength: 255,
    description: 'External id of the person. Either this or the e-mail address.',
    example: 'HR-4711',
  })
  externalId?: string;

  @Email({ description: 'E-mail address of the person, in any case.', example: 'jo@example.com' })
  email?: string;
}

import { ApiSchema } from '@nestjs/swagger';
import { Email } from '../../../platform/dto/properties.js';
import { PersonKeyRequest } from '../../index.js';

/** Body of a request for everything about a person. */
@ApiSchema({ name: 'PersonAccessInput' })
export class AccessRequest extends PersonKeyRequest {
  @Email({
    description: 'Gets a mail with the link, in the language of the caller; of a key in English.',
    example: 'jo@example.com',
  })
  mailTo?: string;
}

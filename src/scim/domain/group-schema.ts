import { complex, reference, text } from './attributes.js';
import { GROUP_URN } from './scim-urns.js';
import type { Schema } from './user-schemas.js';

export const GROUP_SCHEMA: Schema = {
  id: GROUP_URN,
  name: 'Group',
  description: 'Group of people of the company',
  attributes: [
    text('displayName', 'Name of the group.', { required: true }),
    text('externalId', 'Id of the group in the identity provider.', { caseExact: true }),
    complex(
      'members',
      'People of the group.',
      [
        text('value', 'Id of the person.', { caseExact: true, mutability: 'immutable' }),
        reference('$ref', 'Address of the person.', ['User']),
        text('display', 'Name of the person.', { mutability: 'readOnly' }),
        text('type', 'Always `User`.', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
      { multiValued: true },
    ),
  ],
};

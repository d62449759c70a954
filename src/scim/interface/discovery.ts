import { MAX_SCIM_PAGE } from '../domain/scim.limits.js';
import {
  CONFIG_URN,
  ENTERPRISE_URN,
  GROUP_URN,
  RESOURCE_TYPE_URN,
  SCHEMA_URN,
  USER_URN,
  WORKFORCE_URN,
} from '../domain/scim-urns.js';
import { GROUP_SCHEMA } from '../domain/group-schema.js';
import { USER_SCHEMAS } from '../domain/user-schemas.js';

/** RFC 7643, 5. Without the optional `pagination` of RFC 9865, for which strict clients refuse it. */
export const SERVICE_PROVIDER_CONFIG = {
  schemas: [CONFIG_URN],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_SCIM_PAGE },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key with the scope `scim`, sent as `Authorization: Bearer wes_…`.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
    {
      type: 'oauth2',
      name: 'OAuth 2.0 client credentials',
      description:
        'A token for an hour from `POST …/scim/oauth/token`, for the id and the secret of such a key.',
      specUri: 'https://www.rfc-editor.org/info/rfc6749',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
};

export const RESOURCE_TYPES = [
  {
    schemas: [RESOURCE_TYPE_URN],
    id: 'User',
    name: 'User',
    description: 'User Account: a person of the company',
    endpoint: '/Users',
    schema: USER_URN,
    schemaExtensions: [
      { schema: ENTERPRISE_URN, required: false },
      { schema: WORKFORCE_URN, required: false },
    ],
    meta: { resourceType: 'ResourceType' },
  },
  {
    schemas: [RESOURCE_TYPE_URN],
    id: 'Group',
    name: 'Group',
    description: 'Group of people of the company',
    endpoint: '/Groups',
    schema: GROUP_URN,
    meta: { resourceType: 'ResourceType' },
  },
];

export const SCHEMAS = [...USER_SCHEMAS, GROUP_SCHEMA].map(({ id, name, description, attributes }) => ({
  schemas: [SCHEMA_URN],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema' },
}));

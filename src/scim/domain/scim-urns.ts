/** URNs of schemas and messages (RFC 7643, RFC 7644). */
export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Properties of an employee that no schema of the RFCs describes. */
export const WORKFORCE_URN = 'urn:ietf:params:scim:schemas:extension:workforce-engagement:2.0:User';

export const CONFIG_URN = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
export const RESOURCE_TYPE_URN = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
export const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
export const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Path of the token endpoint (RFC 6749). */
export const TOKEN_PATH = 'api/v1/public/company/scim/oauth/token';

/** Path of the SCIM endpoint. */
export const SCIM_PATH = 'api/v1/public/company/scim/v2';

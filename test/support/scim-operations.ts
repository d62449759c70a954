import { CORE, GROUPS, PATCH_OP, SCIM, USERS } from './scim-fixture.js';

export const TOKENS = '/api/v1/public/company/scim/oauth/token';

/** An operation of SCIM, which `openapi.json` does not have (ADR 52). */
export interface ScimOperation {
  readonly operationId: string;
  readonly method: string;
  /** With parameters as `{id}`. */
  readonly path: string;
  /** The other methods of the path are answered in the same way. */
  readonly hasAllMethods?: true;
  /** The path in lower case is the same. */
  readonly hasLowerCase?: true;
  readonly isList?: true;
  /** The least body that is taken, with a text that is unique in the company. */
  readonly body?: (text: string) => object;
}

const patchOf = (value: object): object => ({
  schemas: [PATCH_OP],
  Operations: [{ op: 'replace', value }],
});

const USER_OPERATIONS = operationsOf('User', USERS, {
  whole: (text) => ({ schemas: [CORE], userName: `${text}@example.com`, displayName: text }),
  patch: (text) => patchOf({ displayName: text }),
});

const GROUP_OPERATIONS = operationsOf('Group', GROUPS, {
  whole: (text) => ({ displayName: text }),
  patch: (text) => patchOf({ displayName: text }),
});

/** Every operation for a key of SCIM; `test/every-route-is-guarded` compares them with the controllers. */
export const SCIM_OPERATIONS: readonly ScimOperation[] = [
  ...['ServiceProviderConfig', 'serviceConfiguration', 'ResourceTypes', 'Schemas'].map((name) => {
    return { operationId: `scimGet${name}`, method: 'GET', path: `${SCIM}/${name}` };
  }),
  { operationId: 'scimGetResourceType', method: 'GET', path: `${SCIM}/ResourceTypes/{id}` },
  { operationId: 'scimGetSchema', method: 'GET', path: `${SCIM}/Schemas/{id}` },
  { operationId: 'scimBulk', method: 'POST', path: `${SCIM}/Bulk`, hasAllMethods: true, body: () => ({}) },
  { operationId: 'scimMe', method: 'GET', path: `${SCIM}/Me`, hasAllMethods: true },
  { operationId: 'scimSearch', method: 'POST', path: `${SCIM}/.search`, hasAllMethods: true },
  ...[USERS, GROUPS].map((path) => {
    const operationId = path === USERS ? 'scimSearchUsers' : 'scimSearchGroups';
    const all = { hasAllMethods: true, hasLowerCase: true } as const;
    return { operationId, method: 'POST', path: `${path}/.search`, body: () => ({}), ...all };
  }),
  ...USER_OPERATIONS,
  ...GROUP_OPERATIONS,
];

/** Those that change something. */
export const SCIM_WRITES = [...USER_OPERATIONS, ...GROUP_OPERATIONS].filter(({ method }) => method !== 'GET');

function operationsOf(
  name: string,
  path: string,
  { whole, patch }: Readonly<Record<'whole' | 'patch', (text: string) => object>>,
): ScimOperation[] {
  const one = `${path}/{id}`;
  const all = { hasLowerCase: true } as const;
  return [
    { operationId: `scimList${name}s`, method: 'GET', path, isList: true, ...all },
    { operationId: `scimCreate${name}`, method: 'POST', path, body: whole, ...all },
    { operationId: `scimGet${name}`, method: 'GET', path: one, ...all },
    { operationId: `scimReplace${name}`, method: 'PUT', path: one, body: whole, ...all },
    { operationId: `scimPatch${name}`, method: 'PATCH', path: one, body: patch, ...all },
    { operationId: `scimDelete${name}`, method: 'DELETE', path: one, ...all },
  ];
}

/** The answer is an error in the form of SCIM (RFC 7644, 3.12), with the id of the request. */
export function isScimError({
  status,
  headers,
  body,
}: {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}): boolean {
  const { schemas, status: given, detail, ...others } = (body ?? {}) as Record<string, unknown>;
  return (
    headers.get('content-type') === 'application/scim+json; charset=utf-8' &&
    JSON.stringify(schemas) === '["urn:ietf:params:scim:api:messages:2.0:Error"]' &&
    given === String(status) &&
    typeof detail === 'string' &&
    detail !== '' &&
    Object.keys(others).every((name) => name === 'scimType') &&
    headers.has('x-request-id')
  );
}

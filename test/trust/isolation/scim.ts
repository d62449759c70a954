import { ENTERPRISE, GROUPS, PATCH_OP, USERS, WORKFORCE } from '../../support/scim-fixture.js';
import { SCIM_OPERATIONS, TOKENS } from '../../support/scim-operations.js';
import type { Administration } from '../harness/administration.js';
import type { WireRequest } from '../harness/wire-client.js';
import type { Company } from './company.js';
import type { GuardedRequest } from './document.js';
import { asBearer, unknownLike } from './requests.js';

/** Every operation of SCIM, which `openapi.json` does not have, with the names of ids of a company in the paths. */
export const SCIM_REQUESTS: readonly GuardedRequest[] = SCIM_OPERATIONS.map(
  ({ operationId, method, path, body }) => ({
    ...{ operationId, method, isGuarded: true, isList: false, isBodyOptional: false },
    ...{ query: {}, requiredQuery: [], area: 'apiKey', holders: ['scim'] },
    path: path.replace(/(?<=\/Users\/)\{id\}/, '{scimUserId}').replace(/(?<=\/Groups\/)\{id\}/, '{groupId}'),
    ...(body && { leastBody: body }),
  }),
);

/** Two requests that shall be answered alike: one names something of another company, one what nobody has. */
export type Pair = readonly [known: WireRequest, unknown: WireRequest];

/** Names and ids of a company that SCIM shows. */
type Named = Readonly<
  Record<
    | ('userName' | 'externalId' | 'email' | 'displayName' | 'number' | 'userId' | 'groupId' | 'group')
    | ('area' | 'areaId' | 'characteristic'),
    string
  >
>;

function namedBy({ canary, ids }: Company): Named {
  return {
    ...{
      userName: `scim@${canary}.example.com`,
      externalId: `scim-${canary}`,
      email: `home@${canary}.example.com`,
    },
    ...{
      displayName: `Person ${canary}`,
      userId: ids['scimUserId']!,
      groupId: ids['groupId']!,
      number: canary,
    },
    ...{
      group: `Group ${canary}`,
      area: `Area ${canary}`,
      areaId: ids['areaId']!,
      characteristic: `Shift ${canary}`,
    },
  };
}

/** A person whom SCIM has written, with the canary in every text. @returns the id */
export async function addScimUser(
  { baseUrl }: Administration,
  serviceAPIKey: string,
  canary: string,
  groupId: string,
  managerId: string,
): Promise<string> {
  const userName = `scim@${canary}.example.com`;
  const send = async (method: string, path: string, body: object): Promise<string> => {
    const headers = { ...asBearer({ serviceAPIKey }), 'Content-Type': 'application/scim+json' };
    const answer = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`SCIM answered ${answer.status}: ${text}`);
    return text;
  };
  const text = await send('POST', USERS, {
    ...{ userName, externalId: `scim-${canary}`, displayName: `Person ${canary}` },
    name: { givenName: `Given ${canary}`, familyName: `Family ${canary}`, formatted: `Whole ${canary}` },
    emails: [
      { value: userName, display: canary, type: 'work', primary: true },
      { value: `home@${canary}.example.com`, display: canary, type: 'home' },
    ],
    [ENTERPRISE]: { employeeNumber: canary, department: `Area ${canary}`, manager: { value: managerId } },
    [WORKFORCE]: {
      managedAreas: [`Team ${canary}`],
      profile: [{ characteristic: `Shift ${canary}`, value: `Early ${canary}` }],
    },
  });
  const { id } = JSON.parse(text) as { id: string };
  await send('PATCH', `${GROUPS}/${groupId}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }));
  return id;
}

/** Reads and changes of a company that name another one, which they store at most by its ids. */
export function pairsOf(headers: Readonly<Record<string, string>>, own: Company, foreign: Company): Pair[] {
  const strange = namedBy(foreign);
  const entries = Object.entries(strange).map(([name, text]) => [name, unknownLike(text)]);
  const unknown = Object.fromEntries(entries) as Named;
  const [user, group] = [`${USERS}/${own.ids['scimUserId']}`, `${GROUPS}/${own.ids['groupId']}`];
  const of = (make: (named: Named) => WireRequest): Pair => [make(strange), make(unknown)];
  const found = (path: string, filter: (named: Named) => string): Pair =>
    of((named) => ({ method: 'GET', path: `${path}?filter=${encodeURIComponent(filter(named))}`, headers }));
  const patched = (path: string, operation: (named: Named) => object): Pair =>
    of((named) => json('PATCH', path, headers, patch(operation(named))));
  return [
    ...[
      (named: Named) => `userName eq "${named.userName}"`,
      (named: Named) => `userName co "${named.userName}" or displayName co "${named.displayName}"`,
      (named: Named) => `externalId eq "${named.externalId}"`,
      (named: Named) => `emails eq "${named.email}"`,
      (named: Named) => `emails[type eq "home" and value eq "${named.email}"]`,
      (named: Named) => `id eq "${named.userId}"`,
      (named: Named) => `groups.value eq "${named.groupId}" or groups.display eq "${named.group}"`,
      (named: Named) => `name.familyName eq "Family ${named.number}"`,
      (named: Named) => `${ENTERPRISE}:employeeNumber eq "${named.number}"`,
      (named: Named) => `${ENTERPRISE}:department eq "${named.area}"`,
      (named: Named) => `${ENTERPRISE}:manager.value eq "${named.userId}"`,
      (named: Named) => `${WORKFORCE}:area eq "${named.area}"`,
    ].map((filter) => found(USERS, filter)),
    ...[
      (named: Named) => `id eq "${named.groupId}"`,
      (named: Named) => `displayName eq "${named.group}"`,
      (named: Named) => `members eq "${named.userId}"`,
      (named: Named) => `members[value eq "${named.userId}"]`,
    ].map((filter) => found(GROUPS, filter)),
    patched(group, ({ userId }) => ({ op: 'add', path: 'members', value: [{ value: userId }] })),
    patched(group, ({ userId }) => ({ op: 'remove', path: `members[value eq "${userId}"]` })),
    patched(user, ({ userId }) => ({ op: 'replace', path: `${ENTERPRISE}:manager`, value: userId })),
    patched(user, ({ area }) => ({ op: 'replace', path: `${WORKFORCE}:area`, value: area })),
    patched(user, ({ areaId }) => ({ op: 'add', path: `${WORKFORCE}:managedAreas`, value: [areaId] })),
    patched(user, ({ characteristic }) => {
      return { op: 'add', path: `${WORKFORCE}:profile`, value: [{ characteristic, value: 'Early' }] };
    }),
    of(({ userId }) => json('PUT', `${USERS}/${userId}`, headers, { userName: own.canary })),
    of(({ groupId }) => json('PUT', `${GROUPS}/${groupId}`, headers, { displayName: own.canary })),
  ];
}

/** Creations with the names of another company, which are stored as if nobody had them. */
export function creationsOf(headers: Readonly<Record<string, string>>, foreign: Company): WireRequest[] {
  const { userName, externalId, email, area, userId, group } = namedBy(foreign);
  return [
    json('POST', USERS, headers, { userName, externalId, emails: [{ value: email }] }),
    json('POST', USERS, headers, { userName: userId, [ENTERPRISE]: { department: area, manager: userId } }),
    json('POST', GROUPS, headers, { displayName: group, externalId, members: [{ value: userId }] }),
  ];
}

/** Asks for a token with the id of a key and the secret of another one. */
export function tokenRequest(keyId: string, secret: string): WireRequest {
  const form = { grant_type: 'client_credentials', client_id: keyId, client_secret: secret };
  return {
    method: 'POST',
    path: TOKENS,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}

function patch(operation: object): object {
  return { schemas: [PATCH_OP], Operations: [operation] };
}

function json(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): WireRequest {
  const type = { 'Content-Type': 'application/scim+json' };
  return { method, path, headers: { ...headers, ...type }, body: JSON.stringify(body) };
}

import { COMPANY_MANAGERS, ROLES } from '../../../src/shared-kernel/actor.js';
import { readDocument } from '../../support/document.js';
import {
  DOCUMENTED_REQUESTS,
  SESSION_OPERATIONS,
  type DocumentedRequest,
  type Schema,
} from '../../support/documented-requests.js';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-permission'?: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const document = readDocument<{
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}>();

const operations = new Map(
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);

/** Roles with a permission of the session area; a permission of the public API is the scope itself. */
const ROLES_WITH: Readonly<Record<string, readonly string[]>> = {
  'me:use': ROLES,
  'my-actions:use': ROLES,
  'people:read': COMPANY_MANAGERS,
  'users:read': COMPANY_MANAGERS,
  'users:write': ['ADMIN'],
  'api-keys:manage': ['ADMIN'],
  'segmentation:read': COMPANY_MANAGERS,
  'audit:read': ['ADMIN'],
  'settings:manage': ['ADMIN'],
  'webhooks:manage': ['ADMIN'],
  'people:access': ['ADMIN'],
  'changes:read': COMPANY_MANAGERS,
  'templates:read': ['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'],
  'templates:manage': ['ADMIN'],
  'plans:use': ['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'],
  'plans:export': ['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'],
};

/** An operation with the roles or scopes that may call it. */
export interface GuardedRequest extends DocumentedRequest {
  /** Undefined where no credential is asked for. */
  readonly area: 'session' | 'apiKey' | undefined;
  /** Roles or scopes, of which one is enough. */
  readonly holders: readonly string[];
  /** Set if the document has no schema of the body. */
  readonly leastBody?: (text: string) => object;
}

/** Every operation of `openapi.json`, but those about sessions: a caller would sign out. */
export const GUARDED_REQUESTS: readonly GuardedRequest[] = DOCUMENTED_REQUESTS.filter(
  ({ operationId }) => !SESSION_OPERATIONS.includes(operationId),
).map((request) => {
  const { security = [], 'x-permission': permission } = operations.get(request.operationId)!;
  if (security.length === 0 || permission === undefined) return { ...request, area: undefined, holders: [] };
  const area = 'serviceAPIKey' in security[0]! ? 'apiKey' : 'session';
  const holders = area === 'apiKey' ? [permission] : ROLES_WITH[permission];
  if (!holders) throw new Error(`Which roles hold ${permission}? trust/isolation/document.ts does not say.`);
  return { ...request, area, holders };
});

/** The schema of the answer 200 of an operation. */
export function answerSchema(operationId: string): Schema | undefined {
  return operations.get(operationId)!.responses['200']?.content?.['application/json']?.schema;
}

/** A schema, or the one that it refers to. */
function resolved(schema: Schema): Schema {
  const { $ref, oneOf } = schema;
  const reference = $ref ?? oneOf?.find((each) => each.$ref !== undefined)?.$ref;
  if (reference !== undefined) return document.components.schemas[reference.split('/').at(-1)!]!;
  return oneOf?.find(({ type }) => type === 'string') ?? schema;
}

const isText = ({ type, enum: words }: Schema): boolean => [type].flat().includes('string') && !words;

/** Paths to the texts of a schema: `[]` is an entry of a list, `*` a property of any name. Recursion is cut. */
export function textPaths(schema: Schema, path = '', above: readonly Schema[] = []): string[] {
  const actual = resolved(schema);
  if (above.includes(actual)) return [];
  const inside = [...above, actual];
  if (isText(actual)) return [path];
  const { items, properties = {}, additionalProperties } = actual;
  return [
    ...(items ? textPaths(items, `${path}[]`, inside) : []),
    ...Object.entries(properties).flatMap(([name, each]) => textPaths(each, `${path}.${name}`, inside)),
    ...(typeof additionalProperties === 'object' ? textPaths(additionalProperties, `${path}.*`, inside) : []),
  ];
}

/** The texts of a value by the same paths. */
export function textsAt(
  value: unknown,
  path = '',
  found = new Map<string, string[]>(),
): Map<string, string[]> {
  if (typeof value === 'string') found.set(path, [...(found.get(path) ?? []), value]);
  else if (Array.isArray(value)) for (const each of value) textsAt(each, `${path}[]`, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value))
      textsAt(each, `${path}.${path.endsWith('.langValues') ? '*' : name}`, found);
  }
  return found;
}

/** Identifiers of an employee; after a change the next request would not find the same one. */
const IDENTIFIERS = ['email', 'externalId'];

/** Bodies with what a schema requires, each with a text in one of the other places. */
export function bodiesWith(schema: Schema, text: string): unknown[] {
  const { properties = {} } = resolved(schema);
  const least = leastOf(schema, text) as Record<string, unknown>;
  return Object.entries(properties).flatMap(([name, each]) => {
    const property = resolved(each);
    if (property.readOnly || IDENTIFIERS.includes(name)) return [];
    if (isText(property)) return [{ ...least, [name]: text }];
    if (property.items)
      return entriesWith(property.items, text).map((entry) => ({ ...least, [name]: [entry] }));
    return [];
  });
}

function entriesWith(schema: Schema, text: string): unknown[] {
  const entry = resolved(schema);
  if (isText(entry)) return [text];
  return bodiesWith(entry, text);
}

/** A value with the required properties only. */
export function leastOf(schema: Schema, text: string): unknown {
  const { enum: words, type, properties = {}, required = [] } = resolved(schema);
  if (words) return words[0];
  if ([type].flat().includes('string')) return text;
  return Object.fromEntries(required.map((name) => [name, leastOf(properties[name]!, text)]));
}

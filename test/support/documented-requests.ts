import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import { newId } from '../../src/shared-kernel/id.js';
import { DOCUMENT, readDocument } from './document.js';

/** The parts of JSON Schema that the requests of `openapi.json` use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
  readonly readOnly?: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly security?: readonly object[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
}

/** An operation that takes a body or a query. */
export interface DocumentedRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** True where it needs a credential. */
  readonly isGuarded: boolean;
  readonly body?: Schema;
  /** The body is a list, which is stored whatever its entries are. */
  readonly isList: boolean;
  /** A missing body counts as an empty one. */
  readonly isBodyOptional: boolean;
  readonly query: Readonly<Record<string, Schema>>;
  /** Names of the parameters of the query that must be there. */
  readonly requiredQuery: readonly string[];
}

const document = readDocument<{
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}>();
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, DOCUMENT);

type RequestBody = NonNullable<Operation['requestBody']>;

function schemaOfBody({ content }: RequestBody): Schema {
  return content['application/json'].schema;
}

function isListed(body: RequestBody): boolean {
  return schemaOfBody(body).type === 'array';
}

export const DOCUMENTED_REQUESTS: readonly DocumentedRequest[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], security = [], requestBody }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      isGuarded: security.length > 0,
      ...(requestBody && !isListed(requestBody) && { body: schemaOfBody(requestBody) }),
      isList: requestBody !== undefined && isListed(requestBody),
      isBodyOptional: requestBody?.required === false,
      query: Object.fromEntries(
        parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
      ),
      requiredQuery: parameters
        .filter((each) => each.in === 'query' && each.required)
        .map(({ name }) => name),
    })),
);

/** Operations of POST that store nothing. */
export const READING_POSTS: readonly string[] = ['previewTemplate', 'testWebhook', 'testCompanyWebhook'];

/**
 * Operations that begin a session without a credential, or end that of their caller. What other specs check of all
 * operations, test/e2e/sign-in checks of these.
 */
export const SESSION_OPERATIONS: readonly string[] = ['requestSignInCode', 'signIn', 'signOut'];

/** The shortest query that an operation takes. Values are found by the names of the parameters. */
export function leastQuery(
  { requiredQuery }: DocumentedRequest,
  values: Readonly<Record<string, string>>,
): string {
  if (requiredQuery.length === 0) return '';
  return `?${requiredQuery.map((name) => `${name}=${values[name] ?? newId()}`).join('&')}`;
}

/** Validates a value as a schema of `openapi.json` says. */
export function validatorOf(schema: Schema): ValidateFunction {
  return ajv.compile(absolute(schema) as object);
}

function absolute(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(absolute);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' ? DOCUMENT + String(value) : absolute(value),
    ]),
  );
}

const DATES = ['2026-03-01', '31122026', '2026-03-01T09:30:00Z', '2026-03-01T09:30:00.125+02:00'];

/** Values of properties whose form the document describes in words or by a format. */
const WORDED: Readonly<Record<string, readonly string[]>> = {
  email: ['jo@example.com', 'Ana+HR@example.com', 'josé@example.org'],
  coverImageURL: ['https://images.example.com/welcome.jpg', 'http://localhost:8080/a?b=c#d'],
  language: ['es', 'pt-BR', 'zh-Hant-TW', 'ES'],
  date: DATES,
  dateFrom: DATES,
  dateTo: DATES,
  since: DATES,
  until: DATES,
  turnoverDate: DATES,
  updatedSince: DATES,
  dueDate: DATES,
  targetTimestamp: DATES,
  profile: ['665f1c2ab7e4d90012ab34cd:2024-01-01..2024-12-31', '665f1c2ab7e4d90012ab34cd:a,b:c'],
};
const LANGUAGES = ['es', 'de', 'pt-BR', 'zh-Hant', 'sr-Latn-RS'];
const LETTERS = ['a', 'Z', '0', '-', 'é', 'ß', '漢', '😀', '{', '<', '"'];
const SCALARS = [fc.boolean(), fc.integer(), fc.constantFrom(...LETTERS), fc.constant(null)];

/** Values that a schema allows. */
export function allowedBy(schema: Schema, name = ''): Arbitrary<unknown> {
  const { $ref, oneOf, type, enum: words } = schema;
  if ($ref !== undefined) return allowedBy(resolved(schema), name);
  if (oneOf) return fc.oneof(...oneOf.map((each) => allowedBy(each, name)));
  if (words) return fc.constantFrom(...words);
  if (Array.isArray(type))
    return fc.oneof(...type.map((each: string) => allowedBy({ ...schema, type: each }, name)));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ noDefaultInfinity: true, noNaN: true });
    case 'string':
      return textsOf(schema, name);
    case 'array':
      return fc.array(allowedBy(schema.items!), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(3, schema.maxItems ?? 3),
      });
    case 'object':
      return objectsOf(schema);
    case undefined:
    default:
      return fc.anything({ maxDepth: 1, key: fc.constantFrom(...LETTERS), values: SCALARS });
  }
}

function textsOf({ pattern, minLength = 0, maxLength = 30 }: Schema, name: string): Arbitrary<string> {
  if (WORDED[name]) return fc.constantFrom(...WORDED[name]);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const unit = fc.constantFrom(...LETTERS);
  return fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit, minLength, maxLength: Math.min(maxLength, 30) }) },
    { weight: 1, arbitrary: unit.map((letter) => letter.repeat(maxLength)) },
  );
}

function objectsOf({
  properties,
  required = [],
  additionalProperties,
  maxProperties = 4,
}: Schema): Arbitrary<unknown> {
  if (properties) {
    const entries = Object.entries(properties).map(([name, each]) => [name, allowedBy(each, name)] as const);
    return fc.record(Object.fromEntries(entries), { requiredKeys: [...required] });
  }
  const values = allowedBy(additionalProperties as Schema);
  return fc.dictionary(fc.constantFrom(...LANGUAGES), values, { maxKeys: Math.min(4, maxProperties) });
}

const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  0,
  1.5,
  2 ** 31,
  '',
  'x',
  'x'.repeat(20_001),
  [],
  [null],
  Array.from({ length: 101 }, () => 'x'),
  {},
  { unknown: 1 },
];

/** A value with one part replaced, removed, or with a property that no schema has; read-only parts stay. */
export function changed(value: unknown, schema: Schema): Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...placesOf(value, schema)), fc.constantFrom('remove', 'add', ...REPLACEMENTS))
    .map(([place, change]) => asSent(changeAt(value, place, change)));
}

/** The value without undefined properties; undefined if nothing is left to send. */
function asSent(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Paths to the parts of a value that are not read-only. */
function placesOf(value: unknown, schema: Schema): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inside = Object.entries(value).flatMap(([name, each]) => {
    const inner = schemaOf(schema, name);
    return inner.readOnly ? [] : placesOf(each, inner).map((place) => [name, ...place]);
  });
  return [[], ...inside];
}

/** The schema of a property, or of an entry of a list. */
function schemaOf(schema: Schema, name: string): Schema {
  const { properties, items, additionalProperties } = resolved(schema);
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  return properties?.[name] ?? items ?? others;
}

/** The schema itself, or the one that it refers to, also where that may be null. */
export function resolved(schema: Schema): Schema {
  const { $ref, oneOf = [] } = schema;
  const reference = $ref ?? oneOf.find((each) => each.$ref !== undefined)?.$ref;
  return reference === undefined ? schema : document.components.schemas[reference.split('/').at(-1)!]!;
}

function changeAt(value: unknown, [name, ...rest]: readonly string[], change: unknown): unknown {
  if (name === undefined) {
    if (change !== 'add') return change === 'remove' ? undefined : change;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, unknown: 1 }
      : value;
  }
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, index) => {
      if (String(index) !== name) return [each];
      const after = changeAt(each, rest, change);
      return after === undefined ? [] : [after];
    });
  }
  const object = value as Record<string, unknown>;
  return { ...object, [name]: changeAt(object[name], rest, change) };
}

/** Node answers 431 by itself when the headers and the path have more than 16 KiB. */
const LONGEST_TEXT = 8_000;

/** Texts of a query parameter that its schema forbids; an empty one counts as not set. */
export function forbiddenTexts(schema: Schema): string[] {
  const { type, enum: words, items, maxLength, minimum } = resolved(schema);
  if (words) return ['NONE', String(words[0]).toLowerCase()].filter((text) => !words.includes(text));
  if (items) return forbiddenTexts(items);
  if (type === 'boolean') return ['yes', '1', '0'];
  if (type === 'integer') return ['x', '1.5', '1e3', '2147483648', ...(minimum === 0 ? ['-1'] : [])];
  return maxLength === undefined || maxLength > LONGEST_TEXT ? [] : ['x'.repeat(maxLength + 1)];
}

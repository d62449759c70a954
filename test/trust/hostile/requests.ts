import {
  DOCUMENTED_REQUESTS,
  resolved,
  type DocumentedRequest,
  type Schema,
} from '../../support/documented-requests.js';
import { NASTY_BODIES } from '../../support/nasty-bodies.js';
import { GROUPS, PATCH_OP, USERS } from '../../support/scim-fixture.js';
import { HIERARCHY } from '../../support/builders/segmentation.js';
import { AREAS } from '../../support/structure-writes.js';
import type { WireRequest } from '../harness/wire-client.js';
import { bracesPreview, manyPhoneNumbers, previewPath, unclosedFilter } from './attacks.js';
import type { HostileCompany } from './target.js';

export interface HostileRequest {
  readonly name: string;
  make(): WireRequest;
}

export interface KnownCompany extends HostileCompany {
  readonly userId: string;
  readonly templateId: string;
  /** One of {@link MANY_AREAS}. */
  readonly areaId: string;
}

/** Most areas of a company, but for some that requests add. */
export const MANY_AREAS = 19_000;

const UNKNOWN_ID = '665f1c2ab7e4d90012ab34cd';
const BODY_CHARACTERS = 1_040_000;
/** Node takes 16 KiB of path and headers. */
const LINE_CHARACTERS = 12_000;

const repeated = (unit: string, length = BODY_CHARACTERS): string =>
  unit.repeat(Math.floor(length / Buffer.byteLength(unit)));
const text = (unit: string): string => `"${repeated(unit)}"`;
const list = (entry: (index: number) => string, count: number): string =>
  `[${Array.from({ length: count }, (_, index) => entry(index)).join()}]`;
const object = (count: number, length: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"${String(index).padEnd(length, 'n')}":"x"`).join()}}`;

/** Values of JSON that are cheap to send. */
const VALUES: Readonly<Record<string, () => string>> = {
  letters: () => text('x'),
  'closing braces': () => text('}'),
  'opening braces': () => text('{'),
  'a name of closing braces': () => `{"${repeated('}')}x":"x"}`,
  'escaped quotes': () => text('\\"'),
  backslashes: () => text('\\\\'),
  'line breaks': () => text('\\n'),
  spaces: () => text(' '),
  'white space and a letter': () => `"${repeated(' ')}x"`,
  marks: () => text(`a${'\u0301'.repeat(29)}`),
  'at signs': () => text('a@'),
  dots: () => text('a.'),
  commas: () => text(','),
  digits: () => `"2026-01-01T00:00:00.${repeated('1')}Z"`,
  'a long number': () => repeated('1'),
  'equal texts': () => list(() => `"${UNKNOWN_ID}"`, 19_900),
  'other texts': () => list((index) => `"${index.toString(16).padStart(24, '0')}"`, 19_900),
  'empty objects': () => list(() => '{}', 19_900),
  'small objects': () => list((index) => `{"id":"${index}"}`, 9_900),
  'long names': () => object(200, 5_000),
  nested: () => `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
};

/** Texts of paths and parameters, as they are sent. */
const LINES: Readonly<Record<string, string>> = {
  letters: repeated('x', LINE_CHARACTERS),
  'line breaks': repeated('%0A', LINE_CHARACTERS),
  quotes: repeated('%22', LINE_CHARACTERS),
  backslashes: repeated('%5C', LINE_CHARACTERS),
  'opening brackets': repeated('(', LINE_CHARACTERS),
  commas: repeated(',', LINE_CHARACTERS),
  ids: repeated(`${UNKNOWN_ID},`, LINE_CHARACTERS),
  dots: repeated('a.', LINE_CHARACTERS),
  colons: repeated('a:..', LINE_CHARACTERS),
  marks: repeated('%CC%81', LINE_CHARACTERS),
  digits: `2026-01-01T00:00:00.${repeated('1', LINE_CHARACTERS)}Z`,
};

const HEADERS: Readonly<Record<string, string>> = {
  'If-None-Match': repeated('W/"x", ', LINE_CHARACTERS),
  'If-Match': repeated('"x",', LINE_CHARACTERS),
  'Idempotency-Key': repeated('k', LINE_CHARACTERS),
  Accept: repeated('a/b;q=0.1, ', LINE_CHARACTERS),
  'Accept-Language': repeated('en-a;q=0.1,', LINE_CHARACTERS),
  'Accept-Encoding': repeated('gzip;q=0.1,', LINE_CHARACTERS),
  Range: `bytes=${repeated('0-1,', LINE_CHARACTERS)}`,
  traceparent: repeated('00-', LINE_CHARACTERS),
  Cookie: repeated('a=b; ', LINE_CHARACTERS),
  'Content-Type': `application/json${repeated(';a="b"', LINE_CHARACTERS)}`,
  'X-Forwarded-For': repeated('1.1.1.1, ', LINE_CHARACTERS),
  'X-Request-Id': repeated('a-', LINE_CHARACTERS),
  Origin: `https://${repeated('a.', LINE_CHARACTERS)}`,
};

/** Requests that have held the service up before, smaller ones first. */
export function knownRequests({
  session,
  apiKey,
  userId,
  templateId,
  areaId,
}: KnownCompany): HostileRequest[] {
  const scim = { Authorization: apiKey['Authorization']!, 'Content-Type': 'application/scim+json' };
  const json = { ...session, 'Content-Type': 'application/json' };
  const filter = (breaks: number): WireRequest => ({
    method: 'GET',
    path: unclosedFilter(breaks),
    headers: scim,
  });
  const patch = (path: string, body: string): WireRequest => ({ method: 'PATCH', path, headers: scim, body });
  const preview = (braces: number): WireRequest => ({
    method: 'POST',
    path: previewPath(templateId),
    headers: json,
    body: bracesPreview(braces),
  });
  const { serviceAPIKey = '' } = apiKey;
  const structure = (method: string, path: string, body?: string): WireRequest => ({
    ...{ method, path, headers: { serviceAPIKey, 'Content-Type': 'application/json' } },
    ...(body !== undefined && { body }),
  });
  const members = JSON.stringify({
    schemas: [PATCH_OP],
    Operations: Array.from({ length: 100 }, (_, at) => ({
      op: 'remove',
      path: `members[${Array.from({ length: 50 }, (__, n) => `value eq "${at}-${n}"`).join(' or ')}]`,
    })),
  });
  const named: [string, () => WireRequest][] = [
    ['SCIM filter with 28 line breaks', () => filter(28)],
    [
      'SCIM PATCH, 30 operations with 200 telephone numbers',
      () => patch(`${USERS}/${userId}`, manyPhoneNumbers(30, 200)),
    ],
    [
      'SCIM PATCH, 95 operations with 200 telephone numbers',
      () => patch(`${USERS}/${userId}`, manyPhoneNumbers(95, 200)),
    ],
    [
      'SCIM PATCH, 2 operations with 9,500 telephone numbers',
      () => patch(`${USERS}/${userId}`, manyPhoneNumbers(2, 9_500)),
    ],
    ['SCIM PATCH of a group with 5,000 filters', () => patch(`${GROUPS}/${UNKNOWN_ID}`, members)],
    ['preview with a name of 20,000 braces', () => preview(20_000)],
    ['preview with a name of 100,000 braces', () => preview(100_000)],
    ['a list of many areas', () => structure('GET', HIERARCHY)],
    ['a change of one of many areas', () => structure('PATCH', `${AREAS}/${areaId}`, '{"name":"Other"}')],
    [
      'a dry run of one of many areas',
      () => structure('PUT', `${HIERARCHY}?dryRun=true`, '[{"externalId":"s5","name":"Other"}]'),
    ],
  ];
  return named.map(([name, make]) => ({ name, make }));
}

/** Every place of every operation that takes a text, with everything that is cheap to send. Nobody signs out. */
export function everyRequest(company: KnownCompany): HostileRequest[] {
  return DOCUMENTED_REQUESTS.filter(({ operationId }) => operationId !== 'signOut').flatMap((operation) => [
    ...inPaths(operation, company),
    ...inHeaders(operation, company),
    ...inBodies(operation, company),
  ]);
}

function requestOf(
  { method, path }: DocumentedRequest,
  { session, apiKey, templateId }: KnownCompany,
): WireRequest {
  const { serviceAPIKey = '' } = apiKey;
  const headers = path.startsWith('/api/v1/public/') ? { serviceAPIKey } : session;
  return { method, path: path.replace('{templateId}', templateId).replace(/\{\w+\}/g, UNKNOWN_ID), headers };
}

function inPaths(operation: DocumentedRequest, company: KnownCompany): HostileRequest[] {
  const base = requestOf(operation, company);
  const places = [
    ...(operation.path.match(/\{\w+\}/g) ?? []).map((name) => ({
      name,
      at: (line: string) =>
        requestOf({ ...operation, path: operation.path.replace(name, line) }, company).path,
    })),
    ...Object.keys(operation.query).map((name) => ({
      name,
      at: (line: string) => `${base.path}?${name}=${line}`,
    })),
    {
      name: 'unknown parameters',
      at: (line: string) => `${base.path}?${repeated(`${line.slice(0, 6)}&`, LINE_CHARACTERS)}`,
    },
  ];
  return places.flatMap(({ name, at }) =>
    Object.entries(LINES).map(([line, value]) => ({
      name: `${operation.operationId} ${name}: ${line}`,
      make: () => ({ ...base, path: at(value) }),
    })),
  );
}

function inHeaders(operation: DocumentedRequest, company: KnownCompany): HostileRequest[] {
  const base = requestOf(operation, company);
  return Object.entries(HEADERS).map(([name, value]) => ({
    name: `${operation.operationId}: ${name}`,
    make: () => ({
      ...base,
      headers: { ...base.headers, [name]: value },
      ...(operation.body && { body: '{}' }),
    }),
  }));
}

function inBodies(operation: DocumentedRequest, company: KnownCompany): HostileRequest[] {
  const { operationId, body, isList } = operation;
  if (!body && !isList) return [];
  const base = requestOf(operation, company);
  const withBody = (name: string, make: () => string | Buffer): HostileRequest => ({
    name: `${operationId} ${name}`,
    make: () => ({ ...base, headers: { ...base.headers, 'Content-Type': 'application/json' }, body: make() }),
  });
  const whole = NASTY_BODIES.filter(({ target, name }) => target === 'template' && !name.includes(':'));
  const values = Object.entries(VALUES);
  return [
    ...whole.map((nasty) => withBody(nasty.name, () => nasty.body)),
    ...(body ? placesOf(body) : ['[0]']).flatMap((place) =>
      values.map(([name, make]) => withBody(`${place}: ${name}`, () => around(place, make()))),
    ),
  ];
}

/** Properties of a body, those of objects and of the entries of lists in it too: `a`, `a.b`, `a[0].b`. */
function placesOf(schema: Schema, depth = 0): string[] {
  const { properties = {}, items } = resolved(schema);
  if (items && depth > 0) return ['[0]', ...placesOf(items, depth + 1).map((inner) => `[0].${inner}`)];
  if (depth > 3) return [];
  return Object.entries(properties)
    .filter(([, each]) => !each.readOnly)
    .flatMap(([name, each]) => [
      name,
      ...placesOf(each, depth + 1).map((inner) =>
        inner.startsWith('[') ? name + inner : `${name}.${inner}`,
      ),
    ]);
}

/** JSON with a value at a place. */
function around(place: string, value: string): string {
  const parts = place.match(/\[0\]|[^.[\]]+/g) ?? [];
  return parts.reduceRight((inner, part) => (part === '[0]' ? `[${inner}]` : `{"${part}":${inner}}`), value);
}

import type { OpenAPIObject } from '@nestjs/swagger';
import { deprecationHeaders, type Deprecation } from '../deprecated.js';
import { MAX_LINK_BYTES, TOTAL_COUNT } from '../page-body.js';

/** The header of an answer to a repeat. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

interface Answer {
  description: string;
  headers?: object;
  content?: object;
}

interface Operation {
  description?: string;
  deprecated?: boolean;
  parameters?: {
    readonly name?: string;
    readonly in?: string;
    readonly schema?: object;
  }[];
  readonly responses: Record<string, Answer | undefined>;
  'x-untagged'?: true;
  'x-deprecation'?: Deprecation;
}

const REPLAYED = {
  [IDEMPOTENCY_REPLAYED]: {
    description:
      '`true` where an earlier request with the same `Idempotency-Key` was carried out, and this one only reads.',
    schema: { type: 'string', const: 'true' },
  },
};

/** A repeat reads the resource: it may be gone, or not readable any more. */
const ANSWERS_OF_REPEATS = ['200', '403', '404'];

const ETAG = {
  ETag: {
    description: 'Strong entity tag of this answer before compression, for `If-None-Match` and `If-Match`.',
    required: true,
    schema: { type: 'string' },
  },
};

const PAGE_HEADERS = {
  [TOTAL_COUNT]: {
    description: 'Number of all entries of the list that match.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description:
      'The pages `next`, `prev`, `first` and `last` (RFC 8288), as references that are relative to this request and ' +
      'keep its other parameters. `next` and `prev` are absent at the ends, and `last` where `total` may be larger. ' +
      `Links beyond ${MAX_LINK_BYTES / 1_024} KiB are left out, \`last\` before \`first\`, \`prev\` and \`next\`; an ` +
      'empty window has none.',
    schema: { type: 'string' },
    example: '<?from=10&to=20>; rel="next", <?from=0&to=10>; rel="first", <?from=40&to=50>; rel="last"',
  },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags that the client has. A match is answered with 304.',
  schema: { type: 'string' },
};

/** Documents the headers that follow from the method, the answers and the headers of an operation. */
export function documentHeaders({ paths }: OpenAPIObject): void {
  for (const path of Object.values(paths)) {
    for (const [method, operation] of Object.entries(path) as [string, Operation][]) {
      documentPages(operation);
      documentTags(method, operation);
      documentRepeats(operation);
      documentDeprecation(operation);
    }
  }
}

/** A list that takes a window is answered by a `PageBody`. */
function documentPages(operation: Operation): void {
  const answer = operation.responses['200'];
  const kind = windowOf(operation);
  if (!answer || !kind) return;
  answer.headers = {
    ...(kind === 'optional' ? onlyWithWindow(PAGE_HEADERS) : PAGE_HEADERS),
    ...answer.headers,
  };
}

/** All JSON is tagged unless the handler says otherwise; a read honours `If-None-Match`. */
function documentTags(method: string, operation: Operation): void {
  const { responses, 'x-untagged': isUntagged } = operation;
  delete operation['x-untagged'];
  const answer = responses['200'];
  if (isUntagged || !answer?.content || !('application/json' in answer.content)) return;
  answer.headers = {
    ...(windowOf(operation) === 'optional' ? onlyWithWindow(ETAG) : ETAG),
    ...answer.headers,
  };
  if (method !== 'get') return;
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH];
  responses['304'] = { description: 'The client has the current answer.', headers: ETAG };
}

/** Without defaults, the window is optional: a request without one is answered by the whole list as a stream. */
function windowOf({ parameters = [] }: Operation): 'always' | 'optional' | undefined {
  const [from, to] = ['from', 'to'].map((name) =>
    parameters.find((each) => each.in === 'query' && each.name === name),
  );
  if (!from || !to) return undefined;
  return 'default' in (from.schema ?? {}) ? 'always' : 'optional';
}

type Headers = Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;

function onlyWithWindow(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      { ...header, required: false, description: `With \`from\` or \`to\` only. ${header.description}` },
    ]),
  );
}

function documentRepeats({ parameters = [], responses }: Operation): void {
  const isIdempotent = parameters.some((each) => 'name' in each && each.name === 'Idempotency-Key');
  if (!isIdempotent) return;
  for (const status of ANSWERS_OF_REPEATS) {
    const answer = responses[status];
    if (answer) answer.headers = { ...answer.headers, ...REPLAYED };
  }
}

/** A deprecated operation names the one that replaces it; its answers have the headers. */
function documentDeprecation(operation: Operation): void {
  const { 'x-deprecation': deprecation, description = '', responses } = operation;
  delete operation['x-deprecation'];
  if (!deprecation) return;
  const { since, sunset, instead } = deprecation;
  const examples = deprecationHeaders(deprecation);
  const header = (name: string, text: string): object => ({
    [name]: { description: text, required: true, schema: { type: 'string' }, example: examples[name] },
  });
  const headers = {
    ...header('Deprecation', 'When the operation was deprecated, in seconds since 1970 (RFC 9745).'),
    ...header('Sunset', 'When the operation may be gone (RFC 8594).'),
  };
  operation.deprecated = true;
  const notice = `Deprecated since ${since}: use \`${instead}\`. It works until ${sunset} at least.`;
  operation.description = `${notice} ${description}`.trimEnd();
  for (const [status, answer] of Object.entries(responses))
    if (answer && status.startsWith('2')) answer.headers = { ...answer.headers, ...headers };
}

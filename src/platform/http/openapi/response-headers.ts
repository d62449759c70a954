import type { OpenAPIObject } from '@nestjs/swagger';

/** The header of an answer to a repeat. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

interface Answer {
  description: string;
  headers?: object;
  content?: object;
}

interface Operation {
  parameters?: object[];
  readonly responses: Record<string, Answer | undefined>;
  'x-untagged'?: true;
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
      documentTags(method, operation);
      documentRepeats(operation);
    }
  }
}

/** All JSON is tagged unless the handler says otherwise; a read honours `If-None-Match`. */
function documentTags(method: string, operation: Operation): void {
  const { responses, 'x-untagged': isUntagged } = operation;
  delete operation['x-untagged'];
  const answer = responses['200'];
  if (isUntagged || !answer?.content || !('application/json' in answer.content)) return;
  answer.headers = { ...ETAG, ...answer.headers };
  if (method !== 'get') return;
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH];
  responses['304'] = { description: 'The client has the current answer.', headers: ETAG };
}

function documentRepeats({ parameters = [], responses }: Operation): void {
  const isIdempotent = parameters.some((each) => 'name' in each && each.name === 'Idempotency-Key');
  if (!isIdempotent) return;
  for (const status of ANSWERS_OF_REPEATS) {
    const answer = responses[status];
    if (answer) answer.headers = { ...answer.headers, ...REPLAYED };
  }
}

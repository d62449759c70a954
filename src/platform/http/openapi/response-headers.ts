import type { OpenAPIObject } from '@nestjs/swagger';

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses: Record<string, { headers?: object }>;
}

const REPLAYED = {
  'Idempotency-Replayed': {
    description: '`true` where this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
};

/** Documents the headers of answers that follow from the headers that a handler takes. */
export function documentHeaders({ paths }: OpenAPIObject): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as Operation[])) {
    const { parameters = [], responses } = operation;
    const takesHeader = (header: string): boolean =>
      parameters.some((parameter) => parameter.in === 'header' && parameter.name === header);
    const success = responses['200'];
    if (success && takesHeader('Idempotency-Key')) success.headers = { ...success.headers, ...REPLAYED };
  }
}

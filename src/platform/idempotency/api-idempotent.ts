import { ApiHeader } from '@nestjs/swagger';
import { IDEMPOTENCY_REPLAYED } from '../http/openapi/response-headers.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

/** Documents that a handler answers by {@link Idempotency}. Its errors and the header of repeats follow from it. */
export function ApiIdempotent(): MethodDecorator {
  return ApiHeader({
    name: IDEMPOTENCY_KEY,
    required: false,
    description:
      'A key of the client for this request, such as a UUID. Within 24 hours, the same request with the same key is not ' +
      'carried out again: it is answered with the resource as the caller would read it now, or 404 if the resource is ' +
      `gone, with \`${IDEMPOTENCY_REPLAYED}: true\`. Refused requests are not remembered.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: PRINTABLE_ASCII.source },
  });
}

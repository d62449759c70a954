import { ApiHeader } from '@nestjs/swagger';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

export const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

/** Documents that a handler answers by {@link Idempotency}. Its errors and the header of repeats follow from it. */
export function ApiIdempotent(): MethodDecorator {
  return ApiHeader({
    name: IDEMPOTENCY_KEY,
    required: false,
    description:
      'A key of the client for this request, such as a UUID. Within 24 hours, the same request with the same key is ' +
      `answered as before and not carried out again; the answer has \`${IDEMPOTENCY_REPLAYED}: true\`. Refused ` +
      'requests are not remembered.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: PRINTABLE_ASCII.source },
  });
}

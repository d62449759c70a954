import type { ErrorCodeDefinition } from './error-code.js';

/** The part of {@link ERROR_CODES} about requests that are not well-formed or not valid. */
export const REQUEST_ERROR_CODES = {
  VALIDATION_FAILED: {
    statuses: [400, 412],
    meaning: 'The body or a parameter is not valid. Writes of templates answer 412, everything else 400.',
    remedy: 'Correct the properties that `errors` names by path, and send the request again.',
    detail: 'name must be a string.',
    errors: [{ path: 'name', code: 'WRONG_TYPE', message: 'must be a string' }],
  },
  UNKNOWN_PARAMETER: {
    statuses: [400],
    meaning: 'The operation has no query parameter of this name.',
    remedy: 'Correct the name; `errors` has the nearest one that the operation knows.',
    detail: 'activatd is unknown; the nearest parameter is activated.',
    errors: [
      { path: 'activatd', code: 'UNKNOWN', message: 'is unknown; the nearest parameter is activated' },
    ],
  },
  MALFORMED_REQUEST: {
    statuses: [400],
    meaning: 'The request is not valid HTTP/1.1. The connection is closed.',
    remedy: 'Use an HTTP client.',
    detail: 'The request is not valid HTTP/1.1.',
  },
  MALFORMED_JSON: {
    statuses: [400],
    meaning: 'The body is not JSON in UTF-8, or the list of a sync of employees is not an array.',
    remedy: 'Correct the syntax or the encoding of the body.',
  },
  BODY_TOO_COMPLEX: {
    statuses: [400],
    meaning: 'The body has too many values, properties or levels.',
    remedy:
      'Send at most 20,000 values, 200 properties in an object and 32 levels, and at most 100,000 values ' +
      'where an operation changes many employees.',
  },
  INCOMPLETE_BODY: {
    statuses: [400],
    meaning: 'The body ended before the length that its headers announced.',
    remedy: 'Send the request again, with the `Content-Length` of the body.',
    detail: 'The body ended before its announced length.',
  },
  TOO_MANY_PARAMETERS: {
    statuses: [400],
    meaning: 'The query has more than 1,000 parameters.',
    remedy: 'Send fewer parameters; repeats count.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    statuses: [400],
    meaning: 'The header `Idempotency-Key` is empty, longer than 255 characters or not printable ASCII.',
    remedy: 'Send a random key, such as a UUID.',
    detail: 'Idempotency-Key must have 1 to 255 printable ASCII characters.',
  },
  MALFORMED_URL: {
    statuses: [400],
    meaning: 'The path is not correctly percent-encoded.',
    remedy: 'Percent-encode ids and e-mail addresses in the path, as UTF-8.',
    detail: 'The path is not correctly percent-encoded.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;

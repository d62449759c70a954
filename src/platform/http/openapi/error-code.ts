/** Statuses that the service answers with a problem document. */
export type ProblemStatus =
  400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 429 | 431 | 500 | 503;

/** A header field of an answer with an error. */
export interface ErrorHeader {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** The meaning of an `errorCode`, for `docs/errors.md` and for the answers of OpenAPI. */
export interface ErrorCodeDefinition {
  /** The statuses with which it is answered; the first one is that of problem documents. */
  readonly statuses: readonly [ProblemStatus, ...ProblemStatus[]];
  readonly meaning: string;
  /** For the caller. */
  readonly remedy: string;
  /** The `detail` of an error that says nothing more exact; the meaning where it is left out. */
  readonly detail?: string;
  /** The issues of an example. */
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly headers?: readonly ErrorHeader[];
}

export const RETRY_AFTER = { name: 'Retry-After', description: 'Seconds to wait.', example: '2' };

/** The fields of draft-ietf-httpapi-ratelimit-headers. */
export const RATE_LIMIT_HEADERS: readonly ErrorHeader[] = [
  { ...RETRY_AFTER, example: '7' },
  {
    name: 'RateLimit-Policy',
    description: 'Each limit that the request counted against: its quota `q` in a window of `w` seconds.',
    example: '"default";q=1000;w=10',
  },
  {
    name: 'RateLimit',
    description: 'What remains of each limit: `r` requests in the `t` seconds until its window ends.',
    example: '"default";r=0;t=7',
  },
];

import {
  DEFINED_ERRORS,
  type DefinedError,
  type DomainErrorKind,
  type ErrorDefinition,
} from '../../../shared-kernel/domain-error.js';
import {
  RATE_LIMIT_HEADERS,
  RETRY_AFTER,
  type ErrorCodeDefinition,
  type ProblemStatus,
} from './error-code.js';
import { REQUEST_ERROR_CODES } from './request-error-codes.js';

/** RFC 9110, 15.5.2: an answer 401 has one. */
const CHALLENGE = {
  name: 'WWW-Authenticate',
  description: 'The header that carries the credential.',
  example: 'SessionId realm="workforce-engagement"',
};

/** The codes of what may happen to a request of any context. Those of a context are defined with its errors. */
export const ERROR_CODES = {
  ...REQUEST_ERROR_CODES,
  CREDENTIAL_REQUIRED: {
    statuses: [401],
    meaning:
      'The credential is missing, unknown, expired or revoked, or it is one of the other area. The answer does not ' +
      'say which.',
    remedy: 'Send a valid credential in the header that `WWW-Authenticate` names. An operator issues it.',
    headers: [
      {
        name: 'WWW-Authenticate',
        description: 'The header that carries the credential: `SessionId` or `serviceAPIKey`.',
        example: 'SessionId realm="workforce-engagement"',
      },
    ],
  },
  FORBIDDEN: {
    statuses: [403],
    meaning: 'The credential is valid, but its role, scopes or user may not do this.',
    remedy: 'Use a credential with the permission that the operation names as `x-permission`.',
    detail: 'The credential is valid but does not carry the right to do this.',
  },
  ROUTE_NOT_FOUND: {
    statuses: [404],
    meaning: 'There is nothing at this path.',
    remedy: 'Compare the path with this document. Paths are case-sensitive.',
    detail: 'There is nothing at this path.',
  },
  METHOD_NOT_ALLOWED: {
    statuses: [405],
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods that the header `Allow` names.',
    headers: [{ name: 'Allow', description: 'The methods of the path.', example: 'GET, HEAD' }],
  },
  REQUEST_TIMEOUT: {
    statuses: [408],
    meaning: 'The headers or the body did not arrive in time. The connection is closed.',
    remedy: 'Send the request again.',
    detail: 'The request did not arrive in time.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    statuses: [409],
    meaning: 'A request with this `Idempotency-Key` is still being carried out.',
    remedy: 'Send the same request again after the seconds that `Retry-After` names.',
    detail: 'A request with this Idempotency-Key is still being carried out.',
    headers: [RETRY_AFTER],
  },
  PRECONDITION_FAILED: {
    statuses: [412],
    meaning: 'The resource has none of the tags of `If-Match`: it was changed after the caller read it.',
    remedy: 'Read the resource, apply the change to what it is now, and send its `ETag` in `If-Match`.',
  },
  BODY_TOO_LARGE: {
    statuses: [413],
    meaning:
      'The body is larger than 1 MiB, or than 4 MiB where an operation changes many employees, or than 8 KiB as the ' +
      'form of a link in a mail.',
    remedy: 'Send a smaller body.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    statuses: [415],
    meaning:
      'The `Content-Type` is not `application/json`, `application/*+json` or `*/*`; for a sync of employees not ' +
      '`application/x-ndjson` either; for the link of a mail not that of a form.',
    remedy: 'Send one of the media types that `detail` names.',
  },
  UNSUPPORTED_CHARSET: {
    statuses: [415],
    meaning: 'The `Content-Type` names another charset than UTF-8.',
    remedy: 'Encode the body in UTF-8.',
    detail: 'The body must be encoded in UTF-8.',
  },
  UNSUPPORTED_ENCODING: {
    statuses: [415],
    meaning: 'The body has a `Content-Encoding`, such as gzip.',
    remedy: 'Send the body without a content encoding.',
    detail: 'The body must be sent without a content encoding.',
  },
  RANGE_NOT_SATISFIABLE: {
    statuses: [416],
    meaning: 'The file has no such range of bytes.',
    remedy: 'Ask for a range within the size that `Content-Range` names, or for the whole file.',
    headers: [{ name: 'Content-Range', description: 'The size of the file.', example: 'bytes */12345' }],
  },
  TOO_MANY_REQUESTS: {
    statuses: [429],
    meaning:
      'The credential, the company, the person or the network has sent more requests than its limit allows, or the ' +
      'company has stored more (`WRITE_LIMIT`).',
    remedy:
      'Wait for the seconds that `Retry-After` names. `RateLimit-Policy` names the limits, `RateLimit` ' +
      'what is left of each.',
    headers: RATE_LIMIT_HEADERS,
  },
  HEADERS_TOO_LARGE: {
    statuses: [431],
    meaning: 'The headers, or the address with its query, are larger than 16 KiB. The connection is closed.',
    remedy: 'Send fewer or shorter headers and parameters.',
    detail: 'The headers or the address are larger than 16 KiB.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    statuses: [422],
    meaning: 'Within 24 hours, the caller has sent this `Idempotency-Key` with another path or body.',
    remedy: 'Send a key of its own with each request, and the same key with its repeats only.',
    detail: 'This Idempotency-Key was sent with another request.',
  },
  INTERNAL_ERROR: {
    statuses: [500],
    meaning: 'The service failed. The failure is in its log under the request id.',
    remedy: 'Report the `requestId` to the operator.',
    detail: 'The service failed to answer; the failure has been recorded.',
  },
  DATABASE_UNAVAILABLE: {
    statuses: [503],
    meaning:
      'The database does not run, restarts, takes no writes or has no room; or a statement waited or worked for too ' +
      'long, or other requests changed the same data each time. `detail` says which.',
    remedy: 'Send the request again after the seconds that `Retry-After` names.',
    headers: [RETRY_AFTER],
  },
  UNREAD_ANSWERS: {
    statuses: [429],
    meaning:
      'The answers to earlier requests are not read yet, and are larger together than 32 MiB for the ' +
      'caller, or 128 MiB for the company.',
    remedy: 'Read the answers, and send the request again after the seconds that `Retry-After` names.',
    detail: 'The answers to earlier requests are not read yet; read them, then try again.',
    headers: [RETRY_AFTER],
  },
  SERVICE_BUSY: {
    statuses: [503],
    meaning: 'The process is doing as much work of this kind as it can, for other companies too.',
    remedy: 'Send the request again after the seconds that `Retry-After` names.',
    detail: 'The service is doing as much work of this kind as it can; try again.',
    headers: [RETRY_AFTER],
  },
  TOO_MANY_AT_ONCE: {
    statuses: [429],
    meaning:
      'The caller, or its company, has as many requests in progress in a process as it may have at a time, and none ' +
      'of them ended while this one waited.',
    remedy: 'Send fewer requests at a time, and this one again after the seconds that `Retry-After` names.',
    detail: 'Too many requests of this caller or its company are in progress; try again.',
    headers: [RETRY_AFTER],
  },
  TOO_MANY_LARGE_ANSWERS: {
    statuses: [429],
    meaning:
      'The caller has read answers of more than 256 KiB. A process sends 10 MiB a second of these to all ' +
      'callers of a company, and a caller who has read one waits until its time is over.',
    remedy: 'Wait for the seconds that `Retry-After` names, or read smaller pages.',
    detail: 'Too many large answers were read; wait, or read smaller pages.',
    headers: [RETRY_AFTER],
  },
  STORAGE_UNAVAILABLE: {
    statuses: [503],
    meaning: 'The store of files, in which lists and workbooks are kept, does not answer or has failed.',
    remedy: 'Send the request again after the seconds that `Retry-After` names.',
    detail: 'The store of files does not answer; try again.',
    headers: [RETRY_AFTER],
  },
} as const satisfies Record<string, ErrorCodeDefinition>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** A code of the platform, or a class of errors of a context. */
export type NamedError = ErrorCode | DefinedError;

export function codeOf(error: NamedError): string {
  return typeof error === 'string' ? error : error.code;
}

export const STATUS_OF_KIND = {
  invalid: 400,
  unauthenticated: 401,
  'not-found': 404,
  forbidden: 403,
  conflict: 409,
  gone: 410,
  precondition: 412,
  'too-large': 413,
  busy: 429,
  unavailable: 503,
} as const satisfies Record<DomainErrorKind, ProblemStatus>;

/** Every `errorCode` of the HTTP API: those of the platform, then those of the contexts by name. */
export function allErrorCodes(): string[] {
  return [...Object.keys(ERROR_CODES), ...[...DEFINED_ERRORS.keys()].sort()];
}

export function definitionOf(code: string): ErrorCodeDefinition {
  const defined = DEFINED_ERRORS.get(code);
  if (defined) return { ...defined, ...answeredWith(defined) };
  if (code in ERROR_CODES) return ERROR_CODES[code as ErrorCode];
  throw new Error(`No error is defined with the code ${code}.`);
}

/** The headers of answers with errors of a kind. */
function headersOf(kind: DomainErrorKind): Pick<ErrorCodeDefinition, 'headers'> {
  if (kind === 'busy' || kind === 'unavailable') return { headers: [RETRY_AFTER] };
  return kind === 'unauthenticated' ? { headers: [CHALLENGE] } : {};
}

function answeredWith({
  kind,
  kindOfWrites,
}: ErrorDefinition): Pick<ErrorCodeDefinition, 'statuses' | 'headers'> {
  const ofWrites = kindOfWrites === undefined ? [] : [STATUS_OF_KIND[kindOfWrites]];
  return {
    statuses: [STATUS_OF_KIND[kind], ...ofWrites],
    ...headersOf(kind),
  };
}

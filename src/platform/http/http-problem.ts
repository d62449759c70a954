import { STATUS_CODES } from 'node:http';
import { MAX_ISSUES } from '../dto/checks.js';
import type { ProblemStatus } from './openapi/error-code.js';
import { codeOf, definitionOf, STATUS_OF_KIND, type NamedError } from './openapi/error-codes.js';
import { DomainError, type DomainErrorKind } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Media type of every error body but the 412 of templates. */
export const PROBLEM_JSON = 'application/problem+json';

/** Stops a request with a problem document (RFC 9457). The detail is shown to the caller. */
export class HttpProblem extends Error {
  /**
   * @param status - HTTP status
   * @param errorCode - stable UPPER_SNAKE code of the cause
   * @param detail - what happened and what to do, in one sentence
   * @param extra - validation issues, and headers that belong to the answer
   */
  constructor(
    readonly status: ProblemStatus,
    readonly errorCode: string,
    detail: string,
    readonly extra: {
      readonly errors?: readonly ValidationIssue[] | undefined;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.name = 'HttpProblem';
  }

  /** A problem with the status and the detail that its code is documented with. */
  static of(error: NamedError, headers: Readonly<Record<string, string>> = {}): HttpProblem {
    const errorCode = codeOf(error);
    const { statuses } = definitionOf(errorCode);
    return new HttpProblem(statuses[0], errorCode, detailOf(errorCode), { headers });
  }
}

/** The meaning of a code, in words for its caller. */
export function detailOf(errorCode: string): string {
  const { meaning, detail = meaning } = definitionOf(errorCode);
  return detail;
}

/** Seconds after which a client may try again when another system did not answer. */
const RETRY_AFTER_S = '10';

const HEADERS_OF_KIND: Partial<Record<DomainErrorKind, Readonly<Record<string, string>>>> = {
  unauthenticated: { 'WWW-Authenticate': 'SessionId realm="workforce-engagement"' },
  unavailable: { 'Retry-After': RETRY_AFTER_S },
};

/** The problem of a refused request; undefined for another error. */
export function problemOf(error: DomainError | HttpProblem): HttpProblem;
export function problemOf(error: unknown): HttpProblem | undefined;
export function problemOf(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (!(error instanceof DomainError)) return undefined;
  const headers = HEADERS_OF_KIND[error.kind] ?? {};
  return new HttpProblem(STATUS_OF_KIND[error.kind], error.code, error.message, {
    errors: error.issues,
    headers,
  });
}

/**
 * The body of a problem.
 * @param request - the path, where it could be read, and the id of the request
 */
export function problemJson(
  problem: HttpProblem,
  request: { readonly instance?: string; readonly requestId: string },
): string {
  return JSON.stringify(problemBody(problem, request));
}

interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: ProblemStatus;
  readonly detail: string;
  readonly instance: string | undefined;
  readonly errorCode: string;
  readonly errors?: readonly ValidationIssue[];
  readonly requestId: string | undefined;
}

/** {@link problemJson} as an object, in which properties without a value are undefined. */
export function problemBody(
  { status, errorCode, message, extra }: HttpProblem,
  { instance, requestId }: { readonly instance?: string; readonly requestId?: string } = {},
): ProblemBody {
  return {
    type: `urn:workforce-engagement:problem:${errorCode.toLowerCase().replaceAll('_', '-')}`,
    title: STATUS_CODES[status] as string,
    status,
    detail: message,
    instance,
    errorCode,
    ...(extra.errors && extra.errors.length > 0 && { errors: extra.errors.slice(0, MAX_ISSUES) }),
    requestId,
  };
}

import { STATUS_CODES } from 'node:http';
import { MAX_ISSUES } from '../dto/checks.js';
import type { ErrorCodeDefinition } from './openapi/error-code.js';
import { ERROR_CODES, type ErrorCode } from './openapi/error-codes.js';
import { DomainError, type DomainErrorKind } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Statuses that the service answers with a problem document. */
export type ProblemStatus =
  400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 429 | 431 | 500 | 503;

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
  static of(errorCode: ErrorCode, headers: Readonly<Record<string, string>> = {}): HttpProblem {
    const { statuses } = ERROR_CODES[errorCode];
    return new HttpProblem(statuses[0], errorCode, detailOf(errorCode), { headers });
  }
}

/** The meaning of a code, in words for its caller. */
export function detailOf(errorCode: ErrorCode): string {
  const { meaning, detail = meaning }: ErrorCodeDefinition = ERROR_CODES[errorCode];
  return detail;
}

const STATUS_OF_KIND = {
  invalid: 400,
  'not-found': 404,
  forbidden: 403,
  conflict: 409,
  gone: 410,
  precondition: 412,
} satisfies Record<DomainErrorKind, ProblemStatus>;

/** The problem of a refused request; undefined for another error. */
export function problemOf(error: DomainError | HttpProblem): HttpProblem;
export function problemOf(error: unknown): HttpProblem | undefined;
export function problemOf(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (!(error instanceof DomainError)) return undefined;
  return new HttpProblem(STATUS_OF_KIND[error.kind], error.code, error.message, { errors: error.issues });
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

import type { EmployeeSync, ErrorCode, Problem, ValidationIssue } from './generated.js';

/** An answer of the service that is an error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  /** @param problem - the answer as it was sent */
  constructor(readonly problem: Problem) {
    super(`${problem.status} ${problem.errorCode}: ${problem.detail}`);
  }

  /** The HTTP status. */
  get status(): number {
    return this.problem.status;
  }

  /** The stable code of the cause, for programs. */
  get errorCode(): ErrorCode {
    return this.problem.errorCode;
  }

  /** The properties that are not valid; empty for other errors. */
  get errors(): readonly ValidationIssue[] {
    return this.problem.errors ?? [];
  }

  /** The id by which an operator finds the request in the log. */
  get requestId(): string {
    return this.problem.requestId;
  }
}

/** 401: the credential is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the caller may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: the resource does not exist, or the caller may not know that it does. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409 and 412: the resource has changed meanwhile, or its state does not permit this. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 410 of the change feed: the cursor is too old. Take a new one, then read everything again. */
export class CursorExpiredError extends ApiError {
  override readonly name = 'CursorExpiredError';
}

/** 400 and 422: the request is not valid; `errors` has the reasons. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 429 and 503 after the last attempt. */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError';
}

/** A sync that is `BLOCKED` or `FAILED`, or not finished in time; `sync` has its reason, issues and counts. */
export class SyncError extends Error {
  override readonly name = 'SyncError';

  constructor(readonly sync: EmployeeSync) {
    super(`The sync ${sync.id} is ${sync.status}${sync.reason ? `: ${sync.reason}` : ''}.`);
  }
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: CursorExpiredError,
  412: ConflictError,
  422: ValidationError,
  429: UnavailableError,
  503: UnavailableError,
};

/** The error of an answer. A proxy may have answered instead of the service, with any content. */
export function errorOf(response: Response, content: unknown): ApiError {
  const problem: Problem =
    typeof content === 'object' && content !== null && 'errorCode' in content
      ? (content as Problem)
      : {
          type: 'about:blank',
          title: response.statusText,
          status: response.status,
          detail: `The answer of ${new URL(response.url).pathname} is no problem document.`,
          instance: new URL(response.url).pathname,
          errorCode: 'INTERNAL_ERROR',
          requestId: response.headers.get('X-Request-Id') ?? '',
        };
  return new (CLASSES[response.status] ?? ApiError)(problem);
}

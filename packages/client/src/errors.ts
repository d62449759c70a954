import type { EmployeeSync, ErrorCode, Problem, ValidationIssue } from './generated.js';

/** An answer of the service that is an error. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The stable code of the cause, for programs; `FOREIGN_ANSWER` where a proxy has answered. */
  readonly errorCode: ErrorCode | 'FOREIGN_ANSWER';
  /** The properties that are not valid; empty for other errors. */
  readonly errors: readonly ValidationIssue[];
  /** The id by which an operator finds the request in the log. */
  readonly requestId: string;

  /** @param problem - the answer as it was sent */
  constructor(readonly problem: Omit<Problem, 'errorCode'> & Pick<ApiError, 'errorCode'>) {
    super(`${problem.status} ${problem.errorCode}: ${problem.detail}`);
    ({ status: this.status, errorCode: this.errorCode, requestId: this.requestId } = problem);
    this.errors = problem.errors ?? [];
  }
}

/** 400 and 422, and 412 for a template: the request is not valid; `errors` has the reasons. */
export class ValidationError extends ApiError {}

/** 401: the credential is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {}

/** 403: the caller may not do this. */
export class PermissionError extends ApiError {}

/** 404: the resource does not exist, or the caller may not know that it does. */
export class NotFoundError extends ApiError {}

/** 409 and 412: the resource has changed meanwhile, or its state does not permit this. */
export class ConflictError extends ApiError {}

/** 410: the cursor of the change feed is too old, or the link of a download. */
export class GoneError extends ApiError {}

/** 429 and 503, after the last attempt. */
export class UnavailableError extends ApiError {}

/** A sync that is `BLOCKED` or `FAILED`, or not finished in time; `sync` has its reason, issues and counts. */
export class SyncError extends Error {
  constructor(readonly sync: EmployeeSync) {
    super(`The sync ${sync.id} is ${sync.status}${sync.reason ? `: ${sync.reason}` : ''}.`);
  }
}

import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Statuses that the service answers with a problem document. */
export type ProblemStatus =
  400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 429 | 500 | 503;

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
      readonly errors?: readonly ValidationIssue[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.name = 'HttpProblem';
  }
}

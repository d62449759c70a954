import type { ValidationIssue } from './validation-issue.js';

/** The cause in the terms of the caller; the transport chooses the status. */
export type DomainErrorKind = 'invalid' | 'not-found' | 'forbidden' | 'conflict' | 'gone' | 'precondition';

/** A rule of the domain refused what was asked. Its message is safe to show to the caller. */
export class DomainError extends Error {
  /**
   * @param kind - how the caller can react
   * @param code - stable UPPER_SNAKE code of the rule
   * @param message - the rule in words, without personal data
   * @param issues - the properties that violate the rule, where it concerns single properties
   */
  constructor(
    readonly kind: DomainErrorKind,
    readonly code: string,
    message: string,
    readonly issues: readonly ValidationIssue[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

import { DomainError } from './domain-error.js';
import type { ValidationIssue } from './validation-issue.js';

/** An input is not valid, or refers to what the company does not have. The message names the first property. */
export class ValidationFailed extends DomainError {
  /**
   * @param issues - at least one; an empty path means the whole input
   * @param whole - what the message calls the whole input
   */
  constructor(issues: readonly ValidationIssue[], whole = 'The body') {
    super('invalid', 'VALIDATION_FAILED', summary(issues, whole), issues);
  }
}

function summary(issues: readonly ValidationIssue[], whole: string): string {
  const [first] = issues;
  if (!first) return 'The request is not valid.';
  const others = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first.path === '' ? whole : first.path} ${first.message}${others}.`;
}

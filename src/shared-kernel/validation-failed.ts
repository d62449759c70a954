import { DomainError } from './domain-error.js';
import type { ValidationIssue } from './validation-issue.js';

/** An input is not valid, or refers to what the company does not have. The message names the first property. */
export class ValidationFailed extends DomainError {
  /** @param issues - at least one; an empty path means the whole body */
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', summary(issues), issues);
  }
}

function summary(issues: readonly ValidationIssue[]): string {
  const [first] = issues;
  if (!first) return 'The request is not valid.';
  const others = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first.path === '' ? 'The body' : first.path} ${first.message}${others}.`;
}

import { DomainError } from './domain-error.js';
import type { ValidationIssue } from './validation-issue.js';

/** Nothing was written; the issues name each violation and its place in the file or folder. */
export class ImportRefused extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    const count = issues.length === 1 ? 'one issue' : `${issues.length} issues`;
    super('conflict', 'IMPORT_REFUSED', `Nothing was imported, because of ${count}:`, issues);
  }
}

import { DomainError } from '../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../shared-kernel/validation-issue.js';

/** Nothing was written; the issues name each violation and its place in the file. */
export class ImportRefused extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    const count = issues.length === 1 ? 'one issue' : `${issues.length} issues`;
    super('conflict', 'IMPORT_REFUSED', `Nothing was imported, because of ${count}:`, issues);
  }
}

export class FileUnreadable extends DomainError {
  constructor(path: string, reason: string) {
    super('conflict', 'FILE_UNREADABLE', `Cannot read ${path}: ${reason}.`);
  }
}

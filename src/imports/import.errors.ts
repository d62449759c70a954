import { DomainError } from '../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../shared-kernel/validation-issue.js';

/** A file was not imported, and nothing of it was written: the issues say where it is wrong. */
export class ImportRefused extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    const count = issues.length === 1 ? 'one issue' : `${issues.length} issues`;
    super('conflict', 'IMPORT_REFUSED', `Nothing was imported, because of ${count}:`, issues);
  }
}

/** A file could not be read at all. */
export class FileUnreadable extends DomainError {
  constructor(path: string, reason: string) {
    super('conflict', 'FILE_UNREADABLE', `Cannot read ${path}: ${reason}.`);
  }
}

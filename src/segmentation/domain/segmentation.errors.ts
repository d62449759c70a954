import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { idTaken } from '../../shared-kernel/record-importer.js';

/** Enough to see what is wrong. A path may be as long as a tree is deep, so their number has a bound. */
export const MAX_FAULTS = 100;

/** Areas, groups or characteristics break rules of their members, or of how they agree. */
export class InvalidSegmentation extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', 'The records break rules of their members.', issues);
  }
}

/** Nothing can be put into a company that does not exist. */
export class SegmentationCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

/** Ids are unique among all companies, and these belong to another one. */
export class IdsTaken extends Error {
  constructor(readonly ids: readonly string[]) {
    super('Some ids belong to another company.');
    this.name = new.target.name;
  }

  /** The error in the terms of whoever gave the ids, of which it names a hundred at most. */
  toInvalid(pathOf: (id: string) => string): InvalidSegmentation {
    const told = this.ids.slice(0, MAX_FAULTS);
    return new InvalidSegmentation(told.map((id) => idTaken(pathOf(id))));
  }
}

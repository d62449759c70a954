import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Entries that are not valid, or that cannot be imported as they are. */
export class InvalidTimesheets extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', 'Timesheet entries are not valid.', issues);
  }
}

/** A period that ends before it begins. */
export class InvalidPeriod extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'The period ends before it begins.', [
      { path: 'dateFrom', code: 'DATES_DISAGREE', message: 'must not be after dateTo' },
    ]);
  }
}

/** There is no company with the id. */
export class TimesheetCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

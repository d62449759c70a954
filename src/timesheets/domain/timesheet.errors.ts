import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Entries break rules of their members, or cannot be put in as they are. */
export class InvalidTimesheets extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', 'Timesheet entries break a rule of their members.', issues);
  }
}

/** Entries cannot be asked for in a period that ends before it begins. */
export class InvalidPeriod extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'The request breaks a rule of its members.', [
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

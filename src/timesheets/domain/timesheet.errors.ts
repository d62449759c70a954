import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/** A period that ends before it begins. */
export class InvalidPeriod extends ValidationFailed {
  constructor() {
    super([{ path: 'dateFrom', code: 'DATES_DISAGREE', message: 'must not be after dateTo' }]);
  }
}

/** There is no company with the id. */
export class TimesheetCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

/** A row names an entry that the company does not have, or not any more. */
export class TimesheetNotFound extends defineError('TIMESHEET_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no live timesheet entry with this id or external id.',
  remedy: 'Use the keys of the list of entries. The entry may have been deleted.',
  detail: 'There is no such timesheet entry.',
}) {}

import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** No employee who is not deleted has this e-mail address or external id in the company. */
export class EmployeeNotFound extends DomainError {
  constructor() {
    super('not-found', 'EMPLOYEE_NOT_FOUND', 'There is no such employee.');
  }
}

/** An import names a company that does not exist. */
export class EmployeeCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

/** An employee is not valid, or refers to what the company does not have. */
export class InvalidEmployee extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', 'The employee is not valid.', issues);
  }
}

/** What is unique among the employees of a company who are not deleted. */
export type UniqueProperty = 'email' | 'externalId';

/** Another employee who is not deleted has the e-mail address or external id. */
export class EmployeeTaken extends DomainError {
  constructor(property: UniqueProperty) {
    const name = property === 'email' ? 'e-mail address' : 'external id';
    super('conflict', 'EMPLOYEE_CONFLICT', `Another employee has this ${name}.`, [taken(property)]);
  }
}

/** E-mail address and external id are those of two employees. */
export class EmployeeAmbiguous extends DomainError {
  constructor() {
    super(
      'conflict',
      'EMPLOYEE_CONFLICT',
      'The e-mail address is that of one employee and the external id that of another.',
      [taken('externalId')],
    );
  }
}

/** The issue of a property that another employee has. */
export function taken(path: string): ValidationIssue {
  return { path, code: 'TAKEN', message: 'belongs to another employee' };
}

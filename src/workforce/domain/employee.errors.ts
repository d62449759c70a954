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

/** Properties that are unique among the employees of a company who are not deleted. */
export type UniqueProperty = 'email' | 'externalId';

/** Another employee who is not deleted has the e-mail address or external id. */
export class EmployeeTaken extends DomainError {
  constructor(property: UniqueProperty) {
    super('conflict', 'EMPLOYEE_CONFLICT', `${property} belongs to another employee.`, [taken(property)]);
  }
}

/** E-mail address and external id are those of two employees. */
export class EmployeeAmbiguous extends DomainError {
  constructor() {
    super('conflict', 'EMPLOYEE_CONFLICT', 'email belongs to one employee and externalId to another.', [
      taken('externalId'),
    ]);
  }
}

/** The issue of a property that another employee has. */
export function taken(path: string): ValidationIssue {
  return { path, code: 'TAKEN', message: 'belongs to another employee' };
}

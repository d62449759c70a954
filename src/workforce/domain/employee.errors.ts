import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** No employee who is not deleted has this e-mail address or external id in the company. */
export class EmployeeNotFound extends defineError('EMPLOYEE_NOT_FOUND', {
  kind: 'not-found',
  meaning:
    'The company has no employee with this e-mail address or external id who is not deleted, or the ' +
    'employee of a repeated invitation was deleted.',
  remedy: 'Look the person up in the list, with `deleted=true` if the employment has ended.',
  detail: 'There is no such employee.',
}) {}

/** An import names a company that does not exist. */
export class EmployeeCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

/** Properties that are unique among the employees of a company who are not deleted. */
export type UniqueProperty = 'email' | 'externalId';

/** E-mail address or external id are not those of one employee. */
export class EmployeeConflict extends defineError('EMPLOYEE_CONFLICT', {
  kind: 'conflict',
  meaning:
    'Another employee has this e-mail address or external id, or each belongs to a different employee.',
  remedy: 'Send another value for the property that `errors` names, or change the other employee first.',
  detail: 'externalId belongs to another employee.',
  errors: [{ path: 'externalId', code: 'TAKEN', message: 'belongs to another employee' }],
}) {}

/** Another employee who is not deleted has the e-mail address or external id. */
export class EmployeeTaken extends EmployeeConflict {
  constructor(property: UniqueProperty) {
    super(`${property} belongs to another employee.`, [taken(property)]);
  }
}

/** E-mail address and external id are those of two employees. */
export class EmployeeAmbiguous extends EmployeeConflict {
  constructor() {
    super('email belongs to one employee and externalId to another.', [taken('externalId')]);
  }
}

/** The issue of a property that another employee has. */
export function taken(path: string): ValidationIssue {
  return { path, code: 'TAKEN', message: 'belongs to another employee' };
}

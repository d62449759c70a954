import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Nobody who is not deleted has this e-mail address or external id in the company. */
export class EmployeeNotFound extends DomainError {
  constructor() {
    super('not-found', 'EMPLOYEE_NOT_FOUND', 'There is no such employee.');
  }
}

/** People cannot be put into a company that does not exist. */
export class EmployeeCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

/** A person breaks rules of their members, or refers to what the company does not have. */
export class InvalidEmployee extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', 'The employee breaks a rule of its members.', issues);
  }
}

/** What names one person of the company only. */
export type UniqueMember = 'email' | 'externalId';

/** Somebody else who is not deleted has the e-mail address or external id. */
export class EmployeeTaken extends DomainError {
  constructor(member: UniqueMember) {
    const name = member === 'email' ? 'e-mail address' : 'external id';
    super('conflict', 'EMPLOYEE_CONFLICT', `Another employee has this ${name}.`, [taken(member)]);
  }
}

/** E-mail address and external id are those of two people. */
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

/** The issue of a member that somebody else has. */
export function taken(path: string): ValidationIssue {
  return { path, code: 'TAKEN', message: 'belongs to another employee' };
}

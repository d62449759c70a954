import { defineError, DomainError } from '../../shared-kernel/domain-error.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

function namesOf(companies: readonly Named[]): string {
  return companies.map(({ id, name }) => `${id} (${name})`).join(', ');
}

/** There is no company with the id or name. */
export class CompanyNotFound extends DomainError {
  /** @param similar - companies with similar names */
  constructor(idOrName: string, similar: readonly Named[] = []) {
    const hint = similar.length === 0 ? '' : ` Similar: ${namesOf(similar)}.`;
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${idOrName}.${hint}`);
  }
}

/** Several companies have the name. */
export class CompanyAmbiguous extends DomainError {
  constructor(candidates: readonly Named[]) {
    super(
      'conflict',
      'COMPANY_AMBIGUOUS',
      `Several companies have this name; give the id: ${namesOf(candidates)}.`,
    );
  }
}

/** A company has the name already. */
export class CompanyNameConflict extends DomainError {
  constructor(id: string) {
    super(
      'conflict',
      'COMPANY_NAME_CONFLICT',
      `Company ${id} has this name already; --allow-same-name gives it to another one, too.`,
    );
  }
}

/** The name that confirms a deletion is not that of the company. */
export class DeletionNotConfirmed extends DomainError {
  constructor({ id, name }: Named) {
    super(
      'forbidden',
      'DELETION_NOT_CONFIRMED',
      `Nothing was deleted: --confirm must be the name of company ${id}, which is ${name}.`,
    );
  }
}

const UserUnknown = defineError('USER_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no user with this id who may sign in.',
  remedy: 'Use the id of an active user of the company, such as `createdBy` of a plan.',
});

/** There is no active user with the id. */
export class UserNotFound extends UserUnknown {
  constructor(id: string) {
    super(`There is no active user ${id}.`);
  }
}

/** There is no user with the e-mail address. */
export class UserEmailNotFound extends UserUnknown {
  constructor() {
    super('There is no user with this e-mail address.');
  }
}

/** Several users have the e-mail address. */
export class UserAmbiguous extends DomainError {
  constructor(candidates: readonly { readonly id: string; readonly companyId: string }[]) {
    const ids = candidates.map(({ id, companyId }) => `${id} (company ${companyId})`).join(', ');
    super('conflict', 'USER_AMBIGUOUS', `Several users have this e-mail address; give the id: ${ids}.`);
  }
}

/** There is no session with the id. */
export class SessionNotFound extends DomainError {
  constructor(id: string) {
    super('not-found', 'SESSION_NOT_FOUND', `There is no session ${id}.`);
  }
}

/** There is no API key with the id, or it is revoked already. */
export class ApiKeyNotFound extends DomainError {
  constructor(id: string) {
    super('not-found', 'API_KEY_NOT_FOUND', `There is no API key ${id}, or it is revoked.`);
  }
}

/** An active user of the company has the e-mail address already. */
export class UserEmailConflict extends DomainError {
  constructor() {
    super(
      'conflict',
      'USER_EMAIL_CONFLICT',
      'An active user of this company has this e-mail address already.',
    );
  }
}

/** Another active user is the employee. */
export class EmployeeLinked extends defineError('EMPLOYEE_LINKED', {
  kind: 'conflict',
  meaning: 'Another active user is this employee already.',
  remedy: 'Say first that the other user is none: `employeeId` null.',
}) {
  constructor() {
    super('Another active user is the employee with this employeeId.', [
      { path: 'employeeId', code: 'TAKEN', message: 'must be an employee whom no other active user is' },
    ]);
  }
}

/** The company has no employee with the id. */
export class LinkedEmployeeNotFound extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'employeeId must be the id of an employee of the company.', [
      {
        path: 'employeeId',
        code: 'UNKNOWN_REFERENCE',
        message: 'must be the id of an employee of the company',
      },
    ]);
  }
}

/** The employee who the user is has left the company. */
export class UserHasLeft extends DomainError {
  constructor() {
    super('conflict', 'USER_HAS_LEFT', 'The employee who this user is has left the company.');
  }
}

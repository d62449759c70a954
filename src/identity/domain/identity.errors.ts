import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import { MAX_API_KEYS } from './api-key.limits.js';

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
export class ApiKeyNotFound extends defineError('API_KEY_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no API key with this id, or it is revoked or has expired.',
  remedy: 'Use an id from the list of API keys.',
}) {
  constructor(id: string) {
    super(`There is no API key ${id}, or it is revoked.`);
  }
}

/** An active user of the company has the e-mail address already. */
export class UserEmailConflict extends defineError('USER_EMAIL_CONFLICT', {
  kind: 'conflict',
  meaning: 'Another active user of the company has this e-mail address already.',
  remedy: 'Use another address, or change the other user.',
}) {
  constructor() {
    super('The email is that of an active user of this company already.', [
      {
        path: 'email',
        code: 'TAKEN',
        message: 'must be an address that no other active user of the company has',
      },
    ]);
  }
}

/** Without the user, nobody could look after the company. */
export class LastAdmin extends defineError('LAST_ADMIN', {
  kind: 'conflict',
  meaning: 'The user is the last active admin of the company, and would be one no more.',
  remedy: 'Make another user an admin first.',
  detail: 'The last active admin of a company can be neither demoted nor deactivated nor erased.',
}) {}

/** The admin has asked to change the own role. */
export class OwnRole extends defineError('OWN_ROLE', {
  kind: 'conflict',
  meaning: 'Nobody changes their own role.',
  remedy: 'Let another admin of the company change it.',
  detail: 'Nobody changes their own role: another admin may.',
}) {}

/** The company has as many keys as a company may have. */
export class TooManyApiKeys extends defineError('TOO_MANY_API_KEYS', {
  kind: 'conflict',
  meaning:
    `The company has ${MAX_API_KEYS} valid keys, or twice as many with those that a rotation has replaced, which is ` +
    'as many as it may have.',
  remedy: 'Revoke a key that is not used; `lastUsedAt` says which.',
  detail: `A company has at most ${MAX_API_KEYS} valid API keys, and twice as many with those that were replaced.`,
}) {}

/** A scope that admins of the company may not grant. */
export class ScopeNotGrantable extends defineError('SCOPE_NOT_GRANTABLE', {
  kind: 'forbidden',
  meaning: 'The operator of the service has not let the admins of the company grant one of the scopes.',
  remedy: 'Leave the scope out, or ask the operator: `grantableScopes` of the settings of the company.',
}) {
  constructor(scopes: readonly string[]) {
    super(`The scopes ${scopes.join(', ')} are none that the admins of the company may grant.`, [
      { path: 'scopes', code: 'NOT_GRANTABLE', message: 'must be scopes that the company may have' },
    ]);
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

import { DomainError } from '../../shared-kernel/domain-error.js';

/** There is no company with the id. */
export class CompanyNotFound extends DomainError {
  constructor(id: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${id}.`);
  }
}

/** There is no active user with the id. */
export class UserNotFound extends DomainError {
  constructor(id: string) {
    super('not-found', 'USER_NOT_FOUND', `There is no active user ${id}.`);
  }
}

/** There is no API key with the id, or it is revoked already. */
export class ApiKeyNotFound extends DomainError {
  constructor(id: string) {
    super('not-found', 'API_KEY_NOT_FOUND', `There is no API key ${id} that could be revoked.`);
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

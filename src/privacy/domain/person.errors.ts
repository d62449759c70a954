import { DomainError } from '../../shared-kernel/domain-error.js';

/** The company holds nothing about the person. */
export class PersonNotFound extends DomainError {
  constructor() {
    super('not-found', 'PERSON_NOT_FOUND', 'The company has no employee, user or timesheet of this person.');
  }
}

/** Most people whom an answer names. */
const MOST_NAMED = 20;

/** Several people have or had the key. */
export class PersonAmbiguous extends DomainError {
  /** @param ids - of employees and users, one of each person */
  constructor(path: 'email' | 'externalId', ids: readonly string[]) {
    const named = ids.slice(0, MOST_NAMED);
    super(
      'conflict',
      'PERSON_AMBIGUOUS',
      `${path} is a key that several people have or had: name the id of one of them, ${named.join(', ')}.`,
      named.map((id) => ({ path, code: 'AMBIGUOUS', message: `may be ${id}` })),
    );
  }
}

/** A key of an integration may not erase an admin: it could remove those who look after it. */
export class PersonIsAdmin extends DomainError {
  constructor() {
    super('conflict', 'PERSON_IS_ADMIN', 'The person is an admin: an operator erases admins.');
  }
}

/** A reason that is kept when the person is erased would say who that was. */
export class ReasonNamesPerson extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'The reason names the person.', [
      { path: 'reason', code: 'NAMES_PERSON', message: 'must have no name, address or id of the person' },
    ]);
  }
}

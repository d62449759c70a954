import { defineError, DomainError } from '../../shared-kernel/domain-error.js';

/** The company holds nothing about the person. */
export class PersonNotFound extends defineError('PERSON_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no employee, user or working time with this key, now or before.',
  remedy:
    'Use an external id or an e-mail address that the person has or had. The person may have been erased already.',
  detail: 'The company has no employee, user or timesheet of this person.',
}) {}

/** Most people whom an answer names. */
const MOST_NAMED = 20;

/** Several people have or had the key. */
export class PersonAmbiguous extends defineError('PERSON_AMBIGUOUS', {
  kind: 'conflict',
  meaning: 'Several people have or had the key, such as one who has left and a successor.',
  remedy: 'Name one of them by the id of an employee or user (`personId`); the issues have the ids.',
}) {
  /** @param ids - of employees and users, one of each person */
  constructor(path: 'email' | 'externalId', ids: readonly string[]) {
    const named = ids.slice(0, MOST_NAMED);
    super(
      `${path} is a key that several people have or had: name the id of one of them, ${named.join(', ')}.`,
      named.map((id) => ({ path, code: 'AMBIGUOUS', message: `may be ${id}` })),
    );
  }
}

/** A key of an integration may not erase an admin: it could remove those who look after it. */
export class PersonIsAdmin extends defineError('PERSON_IS_ADMIN', {
  kind: 'conflict',
  meaning: 'The person is an admin who may sign in, whom no key may erase.',
  remedy: 'Take the role from the user, or ask the operator: `wes person erase`.',
  detail: 'The person is an admin: an operator erases admins.',
}) {}

/** A reason that is kept when the person is erased would say who that was. */
export class ReasonNamesPerson extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'The reason names the person.', [
      { path: 'reason', code: 'NAMES_PERSON', message: 'must have no name, address or id of the person' },
    ]);
  }
}

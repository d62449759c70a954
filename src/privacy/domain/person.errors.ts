import { DomainError } from '../../shared-kernel/domain-error.js';

/** The company holds nothing about the person. */
export class PersonNotFound extends DomainError {
  constructor() {
    super('not-found', 'PERSON_NOT_FOUND', 'The company has no employee, user or timesheet of this person.');
  }
}

/** Several people have had the e-mail address. */
export class PersonAmbiguous extends DomainError {
  constructor() {
    super(
      'conflict',
      'PERSON_AMBIGUOUS',
      'email is an address that several people have had, such as one who has left and a successor: name ' +
        'the external id.',
      [{ path: 'email', code: 'AMBIGUOUS', message: 'must belong to one person' }],
    );
  }
}

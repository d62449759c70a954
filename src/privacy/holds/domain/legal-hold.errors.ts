import { DomainError } from '../../../shared-kernel/domain-error.js';
import { MAX_HOLDS } from './legal-hold.js';

/** The person, or the company, is held: nothing is erased. */
export class UnderLegalHold extends DomainError {
  constructor() {
    super('conflict', 'LEGAL_HOLD', 'There is a legal hold on the person or the company: nothing is erased.');
  }
}

/** The company has no such hold. */
export class HoldNotFound extends DomainError {
  constructor() {
    super('not-found', 'HOLD_NOT_FOUND', 'There is no legal hold with this id.');
  }
}

/** The company has as many holds as a company may have. */
export class TooManyHolds extends DomainError {
  constructor() {
    super('conflict', 'TOO_MANY_HOLDS', `A company has at most ${MAX_HOLDS} legal holds.`);
  }
}

/** Nothing in the company refers to the person by an id that a hold could keep. */
export class NothingToHold extends DomainError {
  constructor() {
    super(
      'conflict',
      'NOTHING_TO_HOLD',
      'The person is neither an employee nor a user, and timesheets alone cannot be held: hold the company.',
    );
  }
}

/** The erasure of the person has begun: a hold would keep nothing. */
export class ErasureBegun extends DomainError {
  constructor() {
    super('conflict', 'ERASURE_BEGUN', 'The person is being erased: it is too late for a legal hold.');
  }
}

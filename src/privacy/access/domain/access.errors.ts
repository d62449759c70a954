import { DomainError } from '../../../shared-kernel/domain-error.js';
import { MAX_ACCESSES_PER_DAY } from './access.js';

/** The company has no such request for access. */
export class AccessNotFound extends DomainError {
  constructor() {
    super('not-found', 'ACCESS_NOT_FOUND', 'There is no request for access with this id.');
  }
}

/** The company has made as many requests for access as it may in a day. */
export class TooManyAccesses extends DomainError {
  constructor() {
    super(
      'conflict',
      'TOO_MANY_ACCESSES',
      `A company may ask for the data of ${MAX_ACCESSES_PER_DAY} people in 24 hours; its operator may ask for more.`,
    );
  }
}

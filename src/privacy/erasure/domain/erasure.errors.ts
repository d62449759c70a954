import { defineError, DomainError } from '../../../shared-kernel/domain-error.js';
import { MAX_ERASURES_PER_DAY } from './erasure.js';

/** The company has no such erasure. */
export class ErasureNotFound extends defineError('ERASURE_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no erasure with this id.',
  remedy: 'Use an id of the list of erasures.',
  detail: 'There is no erasure with this id.',
}) {}

/** The operator has not confirmed. */
export class ErasureNotConfirmed extends DomainError {
  constructor() {
    super('conflict', 'ERASURE_NOT_CONFIRMED', 'Nothing was erased: confirm with y, or pass --yes.');
  }
}

/** The ledger has no company with the id. */
export class CompanyNotDeleted extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_DELETED', `No company ${companyId} was deleted.`);
  }
}

/** The company has asked for as many erasures as it may in a day. */
export class TooManyErasures extends defineError('TOO_MANY_ERASURES', {
  kind: 'conflict',
  meaning: 'The company has had 50 people erased in 24 hours.',
  remedy: 'Ask for further erasures later, or ask the operator: `wes person erase` has no such limit.',
  detail: `A company may have ${MAX_ERASURES_PER_DAY} people erased in 24 hours; its operator may erase more.`,
}) {}

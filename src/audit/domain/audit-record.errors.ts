import { DomainError } from '../../shared-kernel/domain-error.js';

/** The company has no audit record with this id. A record of another company is unknown, too. */
export class AuditRecordNotFound extends DomainError {
  constructor() {
    super('not-found', 'AUDIT_RECORD_NOT_FOUND', 'There is no audit record with this id.');
  }
}

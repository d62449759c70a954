import { defineError } from '../../shared-kernel/domain-error.js';

/** The company has no audit record with this id. A record of another company is unknown, too. */
export class AuditRecordNotFound extends defineError('AUDIT_RECORD_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no audit record with this id, or its retention is over.',
  remedy: 'Use an id from the list of audit records.',
  detail: 'There is no audit record with this id.',
}) {}

import { DomainError } from '../../../shared-kernel/domain-error.js';

/** The caller's company has no such export. */
export class ExportNotFound extends DomainError {
  constructor() {
    super('not-found', 'EXPORT_NOT_FOUND', 'There is no export with this id.');
  }
}

/** Only the user who requested an export may read its status. */
export class ExportForbidden extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'Another user requested this export.');
  }
}

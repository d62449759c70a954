import { DomainError } from '../../../shared-kernel/domain-error.js';

/** The caller's company has no such export. */
export class ExportNotFound extends DomainError {
  constructor() {
    super('not-found', 'EXPORT_NOT_FOUND', 'There is no export with this id.');
  }
}

/** An operator can retry only what no worker will try again. */
export class ExportNotFailed extends DomainError {
  constructor(status: string) {
    super('conflict', 'EXPORT_NOT_FAILED', `Only a FAILED export can be retried; this one is ${status}.`);
  }
}

/** Only the user who requested an export may read its status. */
export class ExportForbidden extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'Another user requested this export.');
  }
}

import { defineError, DomainError } from '../../../shared-kernel/domain-error.js';

/** The caller's company has no such export. */
export class ExportNotFound extends defineError('EXPORT_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no export with this id for this plan, or the plan was deleted.',
  remedy: 'Use the `Location` of the answer that started the export, or start a new one.',
  detail: 'There is no export with this id.',
}) {}

/** Only the user who requested an export may read its status. */
export class ExportForbidden extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'Another user requested this export.');
  }
}

/** No export has the link. */
export class ExportLinkNotFound extends defineError('EXPORT_LINK_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The link is not one that the service sent, or its plan was deleted.',
  remedy: 'Copy the whole link from the e-mail, or start a new export.',
  detail: 'There is nothing behind this link.',
}) {}

/** The link works no more. */
export class ExportLinkExpired extends defineError('EXPORT_LINK_EXPIRED', {
  kind: 'gone',
  meaning:
    'The link has expired, or the user who asked for the export is deactivated or may not read the plan any more. ' +
    'The answer does not say which.',
  remedy: 'Start a new export.',
  detail: 'This link has expired, or its user may not read the plan any more; ask for a new export.',
}) {}

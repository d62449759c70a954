import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { MAX_SOURCES } from './source-content.js';

/** The company has set no columns of the files of this source. */
export class SourceNotFound extends defineError('SOURCE_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has set no columns for the files of this source.',
  remedy: 'Set them by `PUT`. A list of the source can be synced without.',
  detail: 'No columns are set for the files of this source.',
}) {}

/** The company has set the columns of as many sources as it may. */
export class TooManySources extends defineError('TOO_MANY_SOURCES', {
  kind: 'conflict',
  meaning: 'The company has set the columns of 100 sources, which is as many as it may.',
  remedy: 'Delete the columns of a source that is not used.',
  detail: `A company sets the columns of at most ${MAX_SOURCES} sources.`,
}) {}

/** The file of an operator has no columns of a source. */
export class SourceFileRefused extends DomainError {
  constructor(path: string, { message, issues }: ValidationFailed) {
    super('conflict', 'SOURCE_FILE_REFUSED', `${path} is refused: ${message}`, issues);
  }
}

/** An operator has not confirmed a deletion. */
export class SourceNotDeleted extends DomainError {
  constructor() {
    super('conflict', 'SOURCE_NOT_DELETED', 'Nothing was deleted: confirm with y, or pass --yes.');
  }
}

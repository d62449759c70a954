import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { MAX_SOURCES } from './source-columns.js';
import { SYNC_LISTS } from './sync.js';

/** The company of the key has no such sync. */
export class SyncNotFound extends DomainError {
  constructor() {
    super('not-found', 'SYNC_NOT_FOUND', 'There is no sync with this id.');
  }
}

/** A sync has no such list of people. */
export class SyncListNotFound extends DomainError {
  constructor() {
    super('not-found', 'SYNC_NOT_FOUND', `A sync has the lists ${SYNC_LISTS.join(', ')}.`);
  }
}

/** The changes of a sync are not known yet. */
export class SyncNotReady extends DomainError {
  constructor() {
    super('conflict', 'SYNC_NOT_READY', 'The changes of the sync are not known yet.');
  }
}

/** Something is in the way of a sync that cannot be allowed. */
export class SyncBlocked extends DomainError {
  constructor(reason: string) {
    super('conflict', 'SYNC_BLOCKED', `The sync cannot be applied: ${reason}.`);
  }
}

/** A sync would end more or fewer people than the caller has allowed. */
export class SyncEndsNotAllowed extends DomainError {
  /** @param ends - of the sync */
  constructor(ends: number) {
    super(
      'conflict',
      'SYNC_ENDS_NOT_ALLOWED',
      `The sync ends ${ends} people: allowEnd must be that number.`,
      [{ path: 'allowEnd', code: 'NOT_ALLOWED', message: `must be ${ends}` }],
    );
  }
}

/** A sync would bring back more or fewer deleted people than the caller has allowed. */
export class SyncRevivalsNotAllowed extends DomainError {
  /** @param revivals - of the sync */
  constructor(revivals: number) {
    super(
      'conflict',
      'SYNC_REVIVALS_NOT_ALLOWED',
      `The sync brings back ${revivals} people who have left: allowRevive must be that number.`,
      [{ path: 'allowRevive', code: 'NOT_ALLOWED', message: `must be ${revivals}` }],
    );
  }
}

/** A sync would leave out more or fewer bad rows than the caller has allowed. */
export class SyncBadRowsNotAllowed extends DomainError {
  /** @param bad - rows of the list */
  constructor(bad: number) {
    super(
      'conflict',
      'SYNC_BAD_ROWS_NOT_ALLOWED',
      `The sync leaves out ${bad} bad rows: allowBad must be that number.`,
      [{ path: 'allowBad', code: 'NOT_ALLOWED', message: `must be ${bad}` }],
    );
  }
}

/** A sync is applied once. */
export class SyncApplied extends DomainError {
  constructor() {
    super('conflict', 'SYNC_APPLIED', 'The sync is applied already, or being applied.');
  }
}

/** No change of the sync can be undone: it was not applied, or is undone already. */
export class SyncNotApplied extends DomainError {
  constructor() {
    super('conflict', 'SYNC_NOT_APPLIED', 'The sync is not applied, or undone already.');
  }
}

/** The company has as many unfinished syncs as it may have. */
export class SyncsUnfinished extends DomainError {
  constructor() {
    super('conflict', 'SYNCS_UNFINISHED', 'Too many syncs of the company are not finished yet.');
  }
}

/** The file of an operator is no list of people. */
export class SyncFileRefused extends DomainError {
  constructor(path: string, reason: string) {
    super('invalid', 'SYNC_FILE_REFUSED', `${path} cannot be synced: ${reason}.`);
  }
}

/** An operator has not confirmed an undo. */
export class SyncNotUndone extends DomainError {
  constructor() {
    super('conflict', 'SYNC_NOT_UNDONE', 'Nothing was undone: confirm with y, or pass --yes.');
  }
}

/** The company has set no columns of the files of this source. */
export class SourceNotFound extends DomainError {
  constructor() {
    super('not-found', 'SOURCE_NOT_FOUND', 'No columns are set for the files of this source.');
  }
}

/** The company has set the columns of as many sources as it may. */
export class TooManySources extends DomainError {
  constructor() {
    super('conflict', 'TOO_MANY_SOURCES', `A company sets the columns of at most ${MAX_SOURCES} sources.`);
  }
}

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

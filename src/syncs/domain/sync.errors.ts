import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import { SYNC_LISTS } from './sync.js';

/** The company of the key has no such sync. */
export class SyncNotFound extends defineError('SYNC_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'There is no sync with this id, or its retention is over; or a sync has no such list of people.',
  remedy: 'Use the path of the `Location` of the request that made the sync.',
  detail: 'There is no sync with this id.',
}) {}

/** A sync has no such list of people. */
export class SyncListNotFound extends SyncNotFound {
  constructor() {
    super(`A sync has the lists ${SYNC_LISTS.join(', ')}.`);
  }
}

/** The changes of a sync are not known yet. */
export class SyncNotReady extends defineError('SYNC_NOT_READY', {
  kind: 'conflict',
  meaning: 'The changes of the sync are not known yet.',
  remedy: 'Read the sync until its status is `READY` or `BLOCKED`.',
}) {}

/** Something is in the way of a sync that cannot be allowed. */
export class SyncBlocked extends defineError('SYNC_BLOCKED', {
  kind: 'conflict',
  meaning:
    'The list is empty or not valid, or moves too many e-mail addresses from one person to another; or ' +
    'the sync has failed. `detail` has the `reason` of the sync.',
  remedy:
    'Correct the people that `issues` of the sync name, or move the addresses in several syncs, and send the whole ' +
    'list again.',
}) {
  constructor(reason: string) {
    super(`The sync cannot be applied: ${reason}.`);
  }
}

/** A sync would end more or fewer people than the caller has allowed. */
export class SyncEndsNotAllowed extends defineError('SYNC_ENDS_NOT_ALLOWED', {
  kind: 'conflict',
  meaning: 'The sync would end more people than it may by itself, or `allowEnd` is another number.',
  remedy: 'Look at the people in `ended`. If they have left, send their exact number as `allowEnd`.',
  detail: 'The sync ends 314 people: allowEnd must be that number.',
  errors: [{ path: 'allowEnd', code: 'NOT_ALLOWED', message: 'must be 314' }],
}) {
  /** @param ends - of the sync */
  constructor(ends: number) {
    super(`The sync ends ${ends} people: allowEnd must be that number.`, [
      { path: 'allowEnd', code: 'NOT_ALLOWED', message: `must be ${ends}` },
    ]);
  }
}

/** A sync would bring back more or fewer deleted people than the caller has allowed. */
export class SyncRevivalsNotAllowed extends defineError('SYNC_REVIVALS_NOT_ALLOWED', {
  kind: 'conflict',
  meaning:
    'The sync would bring back more people who have left than it may by itself, or `allowRevive` is another number.',
  remedy:
    'Look at the people in `added` whose `reason` is `revived`. If they work there again, send their exact number ' +
    'as `allowRevive`.',
  detail: 'The sync brings back 12 people who have left: allowRevive must be that number.',
  errors: [{ path: 'allowRevive', code: 'NOT_ALLOWED', message: 'must be 12' }],
}) {
  /** @param revivals - of the sync */
  constructor(revivals: number) {
    super(`The sync brings back ${revivals} people who have left: allowRevive must be that number.`, [
      { path: 'allowRevive', code: 'NOT_ALLOWED', message: `must be ${revivals}` },
    ]);
  }
}

/** A sync would change the keys of more or fewer people than the caller has allowed. */
export class SyncKeyChangesNotAllowed extends defineError('SYNC_KEY_CHANGES_NOT_ALLOWED', {
  kind: 'conflict',
  meaning:
    'The sync would change the external id or e-mail address of more people than it may by itself, or ' +
    '`allowKeyChanges` is another number.',
  remedy:
    'Look at the people in `changed`: leading zeros may be lost, or two columns mixed up. If the new keys are right, ' +
    'send the exact number as `allowKeyChanges`.',
  detail: 'The sync changes the keys of 30 people: allowKeyChanges must be that number.',
  errors: [{ path: 'allowKeyChanges', code: 'NOT_ALLOWED', message: 'must be 30' }],
}) {
  /** @param people - whose keys change */
  constructor(people: number) {
    super(`The sync changes the keys of ${people} people: allowKeyChanges must be that number.`, [
      { path: 'allowKeyChanges', code: 'NOT_ALLOWED', message: `must be ${people}` },
    ]);
  }
}

/** A sync would add more or fewer people than the caller has allowed. */
export class SyncAdditionsNotAllowed extends defineError('SYNC_ADDITIONS_NOT_ALLOWED', {
  kind: 'conflict',
  meaning: 'The sync would add far more people than the source has, or `allowAdd` is another number.',
  remedy:
    'Look at the people in `added`. If they work for the company and are not there yet, send their exact number as ' +
    '`allowAdd`.',
  detail: 'The sync adds 300 people: allowAdd must be that number.',
  errors: [{ path: 'allowAdd', code: 'NOT_ALLOWED', message: 'must be 300' }],
}) {
  /** @param people - who are added */
  constructor(people: number) {
    super(`The sync adds ${people} people: allowAdd must be that number.`, [
      { path: 'allowAdd', code: 'NOT_ALLOWED', message: `must be ${people}` },
    ]);
  }
}

/** A sync would leave out more or fewer bad rows than the caller has allowed. */
export class SyncBadRowsNotAllowed extends defineError('SYNC_BAD_ROWS_NOT_ALLOWED', {
  kind: 'conflict',
  meaning: 'The sync would leave out more bad rows than it may by itself, or `allowBad` is another number.',
  remedy:
    'Correct the rows that `skipped` names and send the whole list again, or send their exact number as `allowBad`.',
  detail: 'The sync leaves out 12 bad rows: allowBad must be that number.',
  errors: [{ path: 'allowBad', code: 'NOT_ALLOWED', message: 'must be 12' }],
}) {
  /** @param bad - rows of the list */
  constructor(bad: number) {
    super(`The sync leaves out ${bad} bad rows: allowBad must be that number.`, [
      { path: 'allowBad', code: 'NOT_ALLOWED', message: `must be ${bad}` },
    ]);
  }
}

/** A sync is applied once. */
export class SyncApplied extends defineError('SYNC_APPLIED', {
  kind: 'conflict',
  meaning: 'The sync is applied already, or being applied.',
  remedy: 'Read the sync.',
}) {}

/** No change of the sync can be undone: it was not applied, or is undone already. */
export class SyncNotApplied extends DomainError {
  constructor() {
    super('conflict', 'SYNC_NOT_APPLIED', 'The sync is not applied, or undone already.');
  }
}

/** The company has as many unfinished syncs as it may have. */
export class SyncsUnfinished extends defineError('SYNCS_UNFINISHED', {
  kind: 'conflict',
  meaning: 'Twenty syncs of the company are queued, being previewed or being applied.',
  remedy: 'Wait until some of them are finished.',
  detail: 'Too many syncs of the company are not finished yet.',
}) {}

/** The list of a request is larger than a list may be. */
export class ListTooLarge extends defineError('LIST_TOO_LARGE', {
  kind: 'too-large',
  meaning: 'The list has more than 64 MiB or 100,000 people, or a person more than 64 KiB.',
  remedy: 'Leave out properties that do not change, or split the staff into several sources.',
  detail: 'A list has at most 64 MiB and 100,000 people.',
}) {}

/** The file of a request cannot be read. */
export class MalformedFile extends defineError('MALFORMED_FILE', {
  kind: 'invalid',
  meaning: 'The file is not what its media type says, or a place of it cannot be read.',
  remedy: 'Read `detail`, which names line and column, and what to do.',
}) {}

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

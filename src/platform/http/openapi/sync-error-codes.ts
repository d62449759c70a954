import type { ErrorCodeDefinition } from './error-code.js';

/** Errors of syncs of employees. */
export const SYNC_ERROR_CODES = {
  SYNC_NOT_FOUND: {
    statuses: [404],
    meaning: 'There is no sync with this id, or its retention is over; or a sync has no such list of people.',
    remedy: 'Use the path of the `Location` of the request that made the sync.',
    detail: 'There is no sync with this id.',
  },
  LIST_TOO_LARGE: {
    statuses: [413],
    meaning: 'The list has more than 64 MiB or 100,000 people, or a person more than 64 KiB.',
    remedy: 'Leave out properties that do not change, or split the staff into several sources.',
    detail: 'A list has at most 64 MiB and 100,000 people.',
  },
  SYNCS_UNFINISHED: {
    statuses: [409],
    meaning: 'Twenty syncs of the company are queued, being previewed or being applied.',
    remedy: 'Wait until some of them are finished.',
    detail: 'Too many syncs of the company are not finished yet.',
  },
  SYNC_NOT_READY: {
    statuses: [409],
    meaning: 'The changes of the sync are not known yet.',
    remedy: 'Read the sync until its status is `READY` or `BLOCKED`.',
    detail: 'The changes of the sync are not known yet.',
  },
  SYNC_BLOCKED: {
    statuses: [409],
    meaning: 'The list is empty or not valid, or the sync has failed.',
    remedy: 'Correct the people that `issues` of the sync name, and send the whole list again.',
    detail: 'The sync cannot be applied: BAD_ROWS.',
  },
  SYNC_ENDS_NOT_ALLOWED: {
    statuses: [409],
    meaning: 'The sync would end more people than it may by itself, or `allowEnd` is another number.',
    remedy: 'Look at the people in `ended`. If they have left, send their exact number as `allowEnd`.',
    detail: 'The sync ends 314 people: allowEnd must be that number.',
    errors: [{ path: 'allowEnd', code: 'NOT_ALLOWED', message: 'must be 314' }],
  },
  SYNC_APPLIED: {
    statuses: [409],
    meaning: 'The sync is applied already, or being applied.',
    remedy: 'Read the sync.',
    detail: 'The sync is applied already, or being applied.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;

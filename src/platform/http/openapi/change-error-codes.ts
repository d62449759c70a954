import { RETRY_AFTER, type ErrorCodeDefinition } from './error-code.js';

/** Errors of the change feed. */
export const CHANGE_ERROR_CODES = {
  CURSOR_INVALID: {
    statuses: [400],
    meaning:
      'The cursor is malformed, or was made for another company, other kinds, another user or other scopes.',
    remedy:
      'Send the cursor of the last answer with the same kinds. After a change of rights, take a new one.',
    detail: 'after is no cursor for this company, these kinds, and this user or these scopes.',
  },
  CURSOR_EXPIRED: {
    statuses: [410],
    meaning:
      'The cursor is older than `CHANGES_RETENTION`, or the database was restored or failed over since.',
    remedy: 'Take a new cursor, by a call without `after`, then read everything again.',
    detail: 'The cursor has expired: take a new one, then read everything again.',
  },
  TOO_MANY_WAITERS: {
    statuses: [429],
    meaning: 'As many requests of the company wait for changes as may wait in a process (`CHANGES_WAITERS`).',
    remedy:
      'Send the request again after the seconds that `Retry-After` names, or without `wait`. One that waits is enough ' +
      'for a client.',
    detail: 'Too many requests of this company wait for changes; try again later, or without wait.',
    headers: [RETRY_AFTER],
  },
} as const satisfies Record<string, ErrorCodeDefinition>;

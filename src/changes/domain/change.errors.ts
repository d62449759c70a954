import { defineError } from '../../shared-kernel/domain-error.js';

export class CursorInvalid extends defineError('CURSOR_INVALID', {
  kind: 'invalid',
  meaning:
    'The cursor is malformed, or was made for another company, other kinds, another user or other scopes.',
  remedy: 'Send the cursor of the last answer with the same kinds. After a change of rights, take a new one.',
  detail: 'after is no cursor for this company, these kinds, and this user or these scopes.',
}) {}

export class CursorExpired extends defineError('CURSOR_EXPIRED', {
  kind: 'gone',
  meaning:
    'The cursor is older than `CHANGES_RETENTION`, or the database has lost changes that were read with ' +
    'it, by a restore or a failover.',
  remedy: 'Take a new cursor, by a call without `after`, then read everything again.',
  detail: 'The cursor has expired: take a new one, then read everything again.',
}) {}

/** As many requests of the company wait as may. */
export class TooManyWaiters extends defineError('TOO_MANY_WAITERS', {
  kind: 'busy',
  meaning: 'As many requests of the company wait for changes as may wait in a process (`CHANGES_WAITERS`).',
  remedy:
    'Send the request again after the seconds that `Retry-After` names, or without `wait`. One that ' +
    'waits is enough for a client.',
  detail: 'Too many requests of this company wait for changes; try again later, or without wait.',
}) {}

import type { ErrorCodeDefinition } from './error-code.js';

/** Errors of reminders. */
export const REMINDER_ERROR_CODES = {
  WISHES_LINK_NOT_FOUND: {
    statuses: [404],
    meaning: 'The link is not one that the service sent, its company was deleted, or it is very old.',
    remedy: 'Copy the whole link from the e-mail, or use that of a newer one.',
    detail: 'There is nothing behind this link.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;

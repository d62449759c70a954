import { dateParameter, textParameter } from '../../platform/http/query-parameters.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';

const END = 'A date without a time is the whole day in the time zone of the company.';

/** What the lists are narrowed by (interface 4.5). */
export const TIMESHEET_FILTER = {
  email: textParameter(
    'Entries of this e-mail, in any case; those of everybody when not set.',
    EMAIL_LIMITS,
    'jo@example.com',
  ),
  dateFrom: dateParameter(`Entries that started then or later. ${END}`, '2026-03-01'),
  dateTo: dateParameter(
    `Entries that started then or earlier, not before \`dateFrom\`. ${END}`,
    '2026-03-31',
  ),
} as const;

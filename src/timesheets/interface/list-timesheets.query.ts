import { DEMO } from '../../platform/dto/examples.js';
import { PageQuery } from '../../platform/dto/page-query.js';
import { QueryDate, QueryText } from '../../platform/dto/query-properties.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';

const END = 'A date without a time is the whole day in the time zone of the company.';

/** Window and filters of both lists. */
export class ListTimesheetsQuery extends PageQuery {
  @QueryText({
    ...EMAIL_LIMITS,
    description: 'Entries of this e-mail, in any case; those of all people when not set.',
    example: DEMO.email,
  })
  email?: string;

  @QueryDate({ description: `Entries that started then or later. ${END}`, example: '2026-03-01' })
  dateFrom?: DayOrMoment;

  @QueryDate({
    description: `Entries that started then or earlier, not before \`dateFrom\`. ${END}`,
    example: '2026-03-31',
  })
  dateTo?: DayOrMoment;
}

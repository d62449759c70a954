import { PageQuery } from '../../platform/dto/page-query.js';
import { QueryDate, QueryText } from '../../platform/dto/query-properties.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import type { AuditFilter } from '../domain/audit-filter.js';

/** Most records of a page of the audit trail, also where `MAX_PAGE_SIZE` is larger. */
export const MAX_AUDIT_PAGE = 100;

const TEXT = { maxLength: 255 };

/** Window and filters of the audit trail. */
export class ListAuditQuery extends PageQuery implements AuditFilter {
  static override readonly maxPageSize = MAX_AUDIT_PAGE;

  @QueryText({ ...TEXT, description: 'Changes by this user, API key or account of an operator.' })
  actorId?: string;

  @QueryText({ ...TEXT, description: 'Changes of objects of this type.', example: 'plan' })
  objectType?: string;

  @QueryText({ ...TEXT, description: 'Changes of this object.' })
  objectId?: string;

  @QueryText({ ...TEXT, description: 'Changes of this kind.', example: 'plan.delete' })
  operation?: string;

  @QueryDate({
    description: 'Changes of this time or later. A date without a time begins at midnight UTC.',
    example: '2026-03-01',
  })
  since?: DayOrMoment;

  @QueryDate({
    description:
      'Changes of this time or earlier, not before `since`. A date without a time is the whole day (UTC).',
    example: '2026-03-31',
  })
  until?: DayOrMoment;
}

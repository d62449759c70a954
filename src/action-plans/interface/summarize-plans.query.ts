import { DEMO } from '../../platform/dto/examples.js';
import { QueryEnum, QueryFlag, QueryRefused, QueryText } from '../../platform/dto/query-properties.js';
import type { SummaryFilter } from '../application/plan-summary.queries.js';
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  type ActionStatus,
  type ActionType,
  type FocusType,
} from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';

/** An action counts that satisfies every filter that is set, as in the list of plans. */
export class SummarizePlansQuery implements SummaryFilter {
  @QueryEnum(ACTION_STATUSES, { name: 'ActionStatus', description: 'Actions with this status.' })
  status?: ActionStatus;

  @QueryEnum(FOCUS_TYPES, { name: 'FocusType', description: 'Actions that target this focus type.' })
  focusType?: FocusType;

  @QueryText({
    ...PLAN_LIMITS.reference,
    description:
      'Actions that target exactly this area, not those below it. Only an area with a row, and only if the people in ' +
      'areas below it that have no row are none or at least 5.',
    example: DEMO.areaId,
  })
  hierarchyId?: string;

  @QueryRefused('must not be sent: no figure of a summary is about one person')
  assigneeId?: never;

  @QueryEnum(ACTION_TYPES, { name: 'ActionType', description: 'Actions with this action type.' })
  actionType?: ActionType;

  @QueryText({
    ...PLAN_LIMITS.search,
    description:
      'Actions that have this text in their title or description, in any language and any case. No character has a ' +
      'special meaning.',
    example: 'newcomer',
  })
  q?: string;

  @QueryFlag({
    description:
      'Actions that the list of plans finds as overdue: neither completed nor cancelled, with a due date ' +
      'in the past, also `EXPIRED` ones; a due date without a time is past when its day is over in the time ' +
      'zone of the company. ' +
      '`false` is as if not sent.',
    example: true,
  })
  overdue?: boolean;

  @QueryText({ ...PLAN_LIMITS.reference, description: 'Actions of plans that this user created.' })
  createdBy?: string;

  @QueryText({
    ...PLAN_LIMITS.search,
    description:
      'Actions of plans that have this text in their own title or description, in any language and any case. No ' +
      'character has a special meaning.',
    example: 'survey',
  })
  planText?: string;
}

import { dateTimeIssues, parseDateTime } from '../../shared-kernel/date-time.js';
import {
  booleanParameter,
  enumParameter,
  textListParameter,
  type QueryParameter,
} from '../../platform/http/query-parameters.js';
import { textIssues } from '../../shared-kernel/text.js';
import { parseProfilePairs, type ProfilePair } from '../application/profile-filter.js';
import { EMPLOYEE_LIMITS, TURNOVER_TYPES } from '../domain/employee.rules.js';

const ID = '665f1c2ab7e4d90012ab34cd';

const profile: QueryParameter<readonly ProfilePair[]> = {
  issuesOf: (text) => {
    const issues = textIssues(text, EMPLOYEE_LIMITS.profileFilter);
    if (issues.length > 0 || parseProfilePairs(text)) return issues;
    const message = 'must be pairs characteristicId:valueId, separated by commas';
    return [{ path: '', code: 'PROFILE_FILTER', message }];
  },
  read: (text) => parseProfilePairs(text) ?? [],
  document: {
    description:
      'Pairs `characteristicId:valueId`, separated by commas. Values of one characteristic are alternatives, ' +
      'characteristics add up. The value of a `TREE` is the id of a node; that of a `DATE` is a date or `a..b` with ' +
      'both ends inclusive, compared by their day in UTC.',
    schema: { type: 'string' },
    example: `${ID}:2024-01-01..2024-12-31`,
  },
};

/** What the list is narrowed by; all that is set must hold (decisions 8). */
export const EMPLOYEE_FILTER = {
  hierarchyId: textListParameter(
    'People of any of these areas, or of one below them.',
    EMPLOYEE_LIMITS.reference,
    ID,
  ),
  includeDescendants: booleanParameter(
    'Whether `hierarchyId` stands for the areas below, too. `true` when not set.',
    { example: true },
  ),
  profile,
  groupId: textListParameter('People of any of these groups.', EMPLOYEE_LIMITS.reference, ID),
  activated: booleanParameter(
    'Those who have, or have not, come in since they were invited. Both when not set.',
    {
      example: true,
    },
  ),
  deleted: booleanParameter('`true` lists those who have left, and nobody else.', { example: false }),
} as const;

/** How an employment ends. */
export const TURNOVER = {
  turnoverDate: {
    issuesOf: dateTimeIssues,
    read: parseDateTime,
    document: {
      description:
        'Day of leaving: `ddMMyyyy`, `YYYY-MM-DD` or a date-time of RFC 3339. Today (UTC) when not set.',
      schema: { type: 'string' },
      example: '31122026',
    },
  } satisfies QueryParameter<Date | undefined>,
  turnoverType: enumParameter('Why the person leaves.', 'TurnoverType', TURNOVER_TYPES),
} as const;

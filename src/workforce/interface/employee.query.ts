import { DEMO } from '../../platform/dto/examples.js';
import { MAX_LOOKED_UP } from '../../platform/dto/looked-up-ids.js';
import { OptionalPageQuery } from '../../platform/dto/optional-page-query.js';
import {
  QueryDate,
  QueryEnum,
  QueryFlag,
  QueryList,
  QueryParsed,
  QueryRepeated,
  QueryText,
} from '../../platform/dto/query-properties.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';
import type { EmployeeFilter } from '../application/employee-list-statements.queries.js';
import { parseProfilePairs, type ProfilePair } from '../application/profile-filter.js';
import {
  EMPLOYEE_LIMITS,
  FILE_SOURCE_LIMITS,
  TURNOVER_TYPES,
  type TurnoverType,
} from '../domain/employee.rules.js';

/** Window and filters of the list; all that are set must hold. */
export class ListEmployeesQuery extends OptionalPageQuery implements EmployeeFilter {
  @QueryList({
    ...EMPLOYEE_LIMITS.reference,
    description: 'People of any of these areas, or of one below them.',
    example: DEMO.areaId,
  })
  hierarchyId?: string[];

  @QueryFlag({
    description: 'Whether `hierarchyId` stands for the areas below, too. `true` when not set.',
    example: true,
  })
  includeDescendants?: boolean;

  @QueryParsed(parseProfilePairs, {
    ...EMPLOYEE_LIMITS.profileFilter,
    otherwise: {
      code: 'PROFILE_FILTER',
      message: 'must be pairs characteristicId:valueId or ids of values alone, separated by commas',
    },
    description:
      'Pairs `characteristicId:valueId`, or the id of a value or node alone, separated by commas. Values of one ' +
      'characteristic are alternatives, ' +
      'characteristics add up. The value of a `TREE` is the id of a node; that of a `DATE` is a date or `a..b` with ' +
      'both ends inclusive, compared by their day in UTC.',
    example: `${DEMO.characteristicId}:${DEMO.valueId}`,
  })
  profile?: readonly ProfilePair[];

  @QueryList({
    ...EMPLOYEE_LIMITS.reference,
    description: 'People of any of these groups.',
    example: DEMO.groupId,
  })
  groupId?: string[];

  @QueryFlag({
    description: 'Whether the employee is activated. Both when not set.',
    example: true,
  })
  activated?: boolean;

  @QueryFlag({ description: '`true` lists deleted employees only.', example: false })
  deleted?: boolean;

  @QueryDate({
    description:
      'Employees whose `updatedAt` is this time or later. A date without a time begins at midnight UTC. ' +
      'Deleted ones are listed with `deleted=true` only. A change gets the time of the database at which ' +
      'it began, and is seen when it is done. So overlap: ask again for some time before the last call, ' +
      'at least as much as the longest import takes.',
    example: '2026-03-01T02:00:00Z',
  })
  updatedSince?: DayOrMoment;

  @QueryRepeated({
    ...EMPLOYEE_LIMITS.externalId,
    maxItems: MAX_LOOKED_UP,
    description: `Employees with any of these external ids, exactly as written, at most ${MAX_LOOKED_UP}.`,
    example: DEMO.externalId,
  })
  externalId?: string[];

  @QueryRepeated({
    ...EMAIL_LIMITS,
    maxItems: MAX_LOOKED_UP,
    description: `Employees with any of these e-mail addresses, in any case, at most ${MAX_LOOKED_UP}.`,
    example: DEMO.email,
  })
  email?: string[];

  @QueryText({
    ...FILE_SOURCE_LIMITS,
    description:
      'People of this source. A file has the columns of the source, and the names of properties when not set.',
    example: 'hr',
  })
  source?: string;

  @QueryFlag({
    description:
      'With `source`: `true` lists everyone, in a file with a column `source` that says whose people they are.',
    example: true,
  })
  all?: boolean;
}

/** Date and reason of the end of an employment. */
export class TurnoverQuery {
  @QueryDate({ description: 'Day of leaving, today (UTC) when not set.', example: '31122026' })
  turnoverDate?: DayOrMoment;

  @QueryEnum(TURNOVER_TYPES, { name: 'TurnoverType', description: 'Why the person leaves.' })
  turnoverType?: TurnoverType;
}

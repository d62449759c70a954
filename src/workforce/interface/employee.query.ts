import { DEMO } from '../../platform/dto/examples.js';
import {
  QueryDate,
  QueryEnum,
  QueryFlag,
  QueryList,
  QueryParsed,
} from '../../platform/dto/query-properties.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import type { EmployeeFilter } from '../application/employee-list.queries.js';
import { parseProfilePairs, type ProfilePair } from '../application/profile-filter.js';
import { EMPLOYEE_LIMITS, TURNOVER_TYPES, type TurnoverType } from '../domain/employee.rules.js';

/** Filters of the list; all that are set must hold (decisions 8). */
export class ListEmployeesQuery implements EmployeeFilter {
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
}

/** Date and reason of the end of an employment. */
export class TurnoverQuery {
  @QueryDate({ description: 'Day of leaving, today (UTC) when not set.', example: '31122026' })
  turnoverDate?: DayOrMoment;

  @QueryEnum(TURNOVER_TYPES, { name: 'TurnoverType', description: 'Why the person leaves.' })
  turnoverType?: TurnoverType;
}

import { DEMO } from '../../platform/dto/examples.js';
import { LOOKED_UP_IDS, MAX_LOOKED_UP } from '../../platform/dto/looked-up-ids.js';
import { PageQuery } from '../../platform/dto/page-query.js';
import { Alone, QueryList, QueryText } from '../../platform/dto/query-properties.js';
import type { PeopleSearch } from '../application/people.queries.js';
import { EMPLOYEE_LIMITS } from '../domain/employee.rules.js';

/** Window and filters of people; or ids. */
export class ListPeopleQuery extends PageQuery implements PeopleSearch {
  @QueryText({
    ...EMPLOYEE_LIMITS.name,
    description:
      'People whose names have words that begin with the words of this text, in any order, without case and accents: ' +
      '`lop an` finds `Ana López`. A text without letters and digits finds nobody.',
    example: 'demir',
  })
  q?: string;

  @QueryList({
    ...EMPLOYEE_LIMITS.reference,
    description: 'People of any of these areas, or of one below them.',
    example: DEMO.areaId,
  })
  hierarchyId?: string[];

  @QueryList({
    ...EMPLOYEE_LIMITS.reference,
    description: 'People of any of these groups.',
    example: DEMO.groupId,
  })
  groupId?: string[];

  @Alone()
  @QueryList({
    ...LOOKED_UP_IDS,
    description:
      `These people, at most ${MAX_LOOKED_UP}, in one page. Deleted ones have \`deleted: true\`; unknown ` +
      'ids are left out. Not together with another parameter.',
    example: DEMO.assigneeId,
  })
  ids?: string[];
}

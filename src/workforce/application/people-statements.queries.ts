import type { Statement } from '../../platform/database/sql.js';
import { areasAndBelow } from '../../segmentation/index.js';
import { MAX_COUNTED_PEOPLE } from './person.response.js';

/** A row of a person. Null where the page is empty, and only the total is read. */
export interface PersonRow {
  readonly id: string | null;
  readonly name: string | null;
  readonly hierarchyId: string | null;
  readonly groupIds: readonly string[];
  readonly deleted: boolean;
}

/** Filters of the statement, each with a parameter, in the order in which they are set. */
export type PeopleFilter = 'name' | 'areas' | 'groups';

const BY_NAME = 'ORDER BY name COLLATE "und-x-icu", id';
const COLUMNS = 'id, name, hierarchy_id, group_ids';

/**
 * A limit that the planner takes for a tenth of the rows, so that it reads them by an index in place of sorting them.
 */
const ALL = '(SELECT 2147483647)';

/** `$1` company, `$2` ids. */
export const READ_PEOPLE: Statement = {
  name: 'workforce.people-by-id',
  text: `
    SELECT id, name, hierarchy_id AS "hierarchyId", group_ids AS "groupIds", deleted_at IS NOT NULL AS deleted
    FROM employee
    WHERE company_id = $1 AND id = ANY ($2)
    ${BY_NAME}`,
};

/**
 * A window of people by name, and their number. `$1` company, `$2` index of the first, `$3` number of people, then the
 * values of the filters.
 *
 * `matching` are those who match, as long as there are not too many to sort. Where there are more, the page comes from
 * the index of the list, whose beginning has enough of them. So a rare word reads the few people who have it, and a
 * frequent one does not read all of them.
 *
 * The planner does not see how frequent a word is: it sees a sub-select in place of the value, and `OFFSET` or `LIMIT`
 * of a sub-select keeps conditions and order where they are. Otherwise it would read the whole company for some words.
 */
export function peopleStatement(filters: readonly PeopleFilter[]): Statement {
  const parameter = (filter: PeopleFilter): string => `$${4 + filters.indexOf(filter)}`;
  const conditionOf: Readonly<Record<PeopleFilter, () => string>> = {
    name: () => `name_keys @@ (SELECT ${parameter('name')}::tsquery)`,
    areas: () => `hierarchy_id = ANY (ARRAY(${areasAndBelow('$1', `${parameter('areas')}::text[]`)}))`,
    groups: () => `group_ids && (SELECT ${parameter('groups')}::text[])`,
  };
  const conditions = filters.map((filter) => conditionOf[filter]());
  const live = `FROM employee WHERE company_id = $1 AND deleted_at IS NULL`;
  return {
    name: ['workforce.people', ...filters].join('-'),
    text: `
      WITH matching AS MATERIALIZED (
        ${matching(filters, conditions, live)} LIMIT ${MAX_COUNTED_PEOPLE + 1}
      ), counted AS MATERIALIZED (
        SELECT count(*)::integer AS total FROM matching
      )
      SELECT c.total, p.id, p.name, p.hierarchy_id AS "hierarchyId", p.group_ids AS "groupIds", false AS deleted
      FROM counted c LEFT JOIN (
        (
          SELECT ${COLUMNS} FROM matching
          WHERE (SELECT total FROM counted) <= ${MAX_COUNTED_PEOPLE}
          ${BY_NAME} OFFSET $2 LIMIT $3
        ) UNION ALL (
          SELECT ${COLUMNS} FROM (SELECT ${COLUMNS}, name_keys ${live} ${BY_NAME} LIMIT ${ALL}) listed
          WHERE ${[...conditions, `(SELECT total FROM counted) > ${MAX_COUNTED_PEOPLE}`].join(' AND ')}
          OFFSET $2 LIMIT $3
        )
      ) p ON true
      ORDER BY p.name COLLATE "und-x-icu", p.id`,
  };
}

/**
 * People who match, in any order. A word alone is looked up in its index only, which has the words of all companies:
 * the collation, which changes no comparison for equality, keeps the planner from the indexes of the company.
 */
function matching(filters: readonly PeopleFilter[], conditions: readonly string[], live: string): string {
  if (filters.length === 0) return `SELECT ${COLUMNS} ${live} ${BY_NAME}`;
  if (filters.length > 1 || filters[0] !== 'name')
    return `SELECT ${COLUMNS} ${live} AND ${conditions.join(' AND ')}`;
  return `
    SELECT ${COLUMNS} FROM employee
    WHERE company_id = $1 COLLATE "default" AND deleted_at IS NULL AND ${conditions.join()}`;
}

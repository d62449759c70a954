import type { StreamedQuery } from '../../platform/database/row-streams.js';
import { areasAndBelow } from '../../segmentation/index.js';
import type { ProfileCondition } from './profile-filter.js';

/** All that is set must hold (decisions 8). */
export interface EmployeeFilter {
  /** Employees of any of these areas. */
  readonly hierarchyId?: readonly string[] | undefined;
  /** Areas include everything below them; true when absent. */
  readonly includeDescendants?: boolean | undefined;
  /** Employees of any of these groups. */
  readonly groupId?: readonly string[] | undefined;
  readonly activated?: boolean | undefined;
  /** Deleted employees instead of the others. */
  readonly deleted?: boolean | undefined;
}

/** The employees of a company as JSON texts, by name, those without one last. */
export function listEmployees(
  companyId: string,
  { hierarchyId, includeDescendants = true, groupId, activated, deleted = false }: EmployeeFilter,
  profile: readonly ProfileCondition[],
): StreamedQuery {
  const values: unknown[] = [companyId];
  const parameter = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const conditions = ['e.company_id = $1', `e.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'}`];
  if (activated !== undefined) conditions.push(activated ? 'e.activated' : 'NOT e.activated');
  if (hierarchyId) {
    const areas = parameter(hierarchyId, 'text[]');
    const wanted = includeDescendants ? `ARRAY(${areasAndBelow('$1', areas)})` : areas;
    conditions.push(`e.hierarchy_id = ANY (${wanted})`);
  }
  const inGroups = groupId && idsOfMembers(parameter(groupId, 'text[]'));
  const byProfile = profile.map(({ characteristicId, values: ids, ranges }) => {
    const matches = [
      ...(ids.length > 0 ? [`v.value = ANY (${parameter(ids, 'text[]')})`] : []),
      ...ranges.map(
        ([first, last]) => `v.value BETWEEN ${parameter(first, 'text')} AND ${parameter(last, 'text')}`,
      ),
    ];
    return `SELECT v.employee_id FROM employee_profile_value v
      WHERE v.company_id = $1 AND v.characteristic_id = ${parameter(characteristicId, 'text')} AND (${matches.join(' OR ')})`;
  });
  const found = [...(inGroups ? [inGroups] : []), ...byProfile];
  // An array, not a join: with outdated statistics a join may read all matches for each employee of the company.
  if (found.length > 0) conditions.push(`e.id = ANY (ARRAY(${found.join(' INTERSECT ')}))`);
  return {
    text: `
      SELECT e.document::text FROM employee e
      WHERE ${conditions.join(' AND ')}
      ORDER BY e.name COLLATE "und-x-icu", e.id`,
    values,
  };
}

/**
 * Selects the ids of the employees of company `$1` who are in any of the groups. Deleted employees keep the ids of
 * groups that an import has removed, so only existing groups count. `OFFSET 0` makes the planner use the index of
 * groups alone: it assumes that any groups have a hundredth of the employees of all companies, and would read the
 * whole company instead.
 */
function idsOfMembers(groupIds: string): string {
  return `SELECT m.id FROM (
      SELECT company_id, id FROM employee
      WHERE group_ids && ARRAY(SELECT g.id FROM company_group g WHERE g.company_id = $1 AND g.id = ANY (${groupIds}))
      OFFSET 0
    ) m WHERE m.company_id = $1`;
}

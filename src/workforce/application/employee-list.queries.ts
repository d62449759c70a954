import type { StreamedQuery } from '../../platform/database/row-streams.js';
import { areasAndBelow } from '../../segmentation/index.js';
import type { ProfileCondition } from './profile-filter.js';

/** What a list of people is narrowed by (decisions 8). What is not set does not narrow. */
export interface EmployeeFilter {
  /** People of any of these areas. */
  readonly hierarchyId?: readonly string[] | undefined;
  /** Whether areas stand for those below them, too; they do unless told otherwise. */
  readonly includeDescendants?: boolean | undefined;
  /** People of any of these groups. */
  readonly groupId?: readonly string[] | undefined;
  readonly activated?: boolean | undefined;
  /** Those who have left instead of those who work for the company. */
  readonly deleted?: boolean | undefined;
}

/** The people of a company as JSON texts, by name, those without one last. */
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
  if (groupId) conditions.push(`e.group_ids && ${parameter(groupId, 'text[]')}`);
  const found = profile.map(({ characteristicId, values: ids, ranges }) => {
    const matches = [
      ...(ids.length > 0 ? [`v.value = ANY (${parameter(ids, 'text[]')})`] : []),
      ...ranges.map(
        ([first, last]) => `v.value BETWEEN ${parameter(first, 'text')} AND ${parameter(last, 'text')}`,
      ),
    ];
    return `SELECT v.employee_id FROM employee_profile_value v
      WHERE v.characteristic_id = ${parameter(characteristicId, 'text')} AND (${matches.join(' OR ')})`;
  });
  // An array, not a join: by wrong statistics a join may look through all who match for each person of the company.
  if (found.length > 0) conditions.push(`e.id = ANY (ARRAY(${found.join(' INTERSECT ')}))`);
  return {
    text: `
      SELECT e.rendered FROM employee e
      WHERE ${conditions.join(' AND ')}
      ORDER BY e.name COLLATE "und-x-icu", e.id`,
    values,
  };
}

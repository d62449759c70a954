import type { StreamedQuery } from '../../platform/database/row-streams.js';
import type { Statement } from '../../platform/database/sql.js';
import { areasAndBelow } from '../../segmentation/index.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { MAX_PAGE_BYTES, type PageWindow } from '../../shared-kernel/page-window.js';
import type { ProfileCondition } from './profile-filter.js';

/** All that is set must hold. */
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
  /** Employees who were different afterwards at this time or later; a day begins at midnight UTC. */
  readonly updatedSince?: DayOrMoment | undefined;
  /** Employees with any of these external ids. */
  readonly externalId?: readonly string[] | undefined;
  /** Employees with any of these e-mail addresses, in any case. */
  readonly email?: readonly string[] | undefined;
  /** Employees of this source. */
  readonly source?: string | undefined;
  /** Documents have the source, too. */
  readonly withSource?: boolean | undefined;
}

/** A row of a page. Null where the page is empty, and only the total is read. */
export interface EmployeePageRow {
  readonly total: number;
  /** JSON; null where the employees of the window have more than {@link MAX_PAGE_BYTES}. */
  readonly document: string | null;
  readonly bytes: number | null;
}

const BY_NAME = 'ORDER BY e.name COLLATE "und-x-icu", e.id';

/** The employees of a company as JSON texts, by name, those without one last. */
export function listEmployees(
  companyId: string,
  filter: EmployeeFilter,
  profile: readonly ProfileCondition[],
): StreamedQuery {
  const { employees, values } = matching(companyId, filter, profile);
  return { text: `SELECT ${documentOf('e', filter)} FROM ${employees} ${BY_NAME}`, values };
}

/**
 * A window of {@link listEmployees}, and the number of all who match. The ids of those whom a filter finds are read
 * once for both; without such a filter, the page comes from the index of the list, and the number from an index alone.
 */
export function employeePage(
  companyId: string,
  { from, to }: PageWindow,
  filter: EmployeeFilter,
  profile: readonly ProfileCondition[],
): Statement & { readonly values: readonly unknown[] } {
  const { employees, values, isNarrow } = matching(companyId, filter, profile);
  const [offset, limit] = [values.push(from), values.push(to - from)];
  const source = isNarrow ? 'matching e' : employees;
  return {
    text: `
      ${isNarrow ? `WITH matching AS MATERIALIZED (SELECT e.id, e.name FROM ${employees})` : ''}
      SELECT t.total, e.bytes, CASE WHEN e.fits THEN e.document END AS document
      FROM (SELECT count(*)::integer AS total FROM ${source}) t LEFT JOIN (
        SELECT w.*, sum(w.bytes) OVER () <= ${MAX_PAGE_BYTES} AS fits
        FROM (
          SELECT k.id, k.name, d.document, octet_length(d.document) AS bytes
          FROM (SELECT e.id, e.name FROM ${source} ${BY_NAME} OFFSET $${offset} LIMIT $${limit}) k
          CROSS JOIN LATERAL (
            SELECT ${documentOf('o', filter)} AS document FROM employee o WHERE o.company_id = $1 AND o.id = k.id LIMIT 1
          ) d
        ) w
      ) e ON true
      ${BY_NAME}`,
    values,
  };
}

function documentOf(alias: string, { withSource = false }: EmployeeFilter): string {
  return withSource
    ? `(${alias}.document::jsonb || jsonb_build_object('source', ${alias}.source))::text`
    : `${alias}.document::text`;
}

/** The employees `e` who match, with the values of their conditions. */
interface Matching {
  readonly employees: string;
  readonly values: unknown[];
  /** True where a filter names or finds employees, who may be few. */
  readonly isNarrow: boolean;
}

function matching(companyId: string, filter: EmployeeFilter, profile: readonly ProfileCondition[]): Matching {
  const { hierarchyId, includeDescendants = true, groupId, activated, deleted = false } = filter;
  const { updatedSince, externalId, email, source } = filter;
  const values: unknown[] = [companyId];
  const parameter = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const kept = ['e.company_id = $1', `e.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'}`];
  if (activated !== undefined) kept.push(activated ? 'e.activated' : 'NOT e.activated');
  const narrowing: string[] = [];
  if (hierarchyId) {
    const areas = parameter(hierarchyId, 'text[]');
    const wanted = includeDescendants ? `ARRAY(${areasAndBelow('$1', areas)})` : areas;
    narrowing.push(`e.hierarchy_id = ANY (${wanted})`);
  }
  if (updatedSince) narrowing.push(`e.updated_at >= ${parameter(startOf(updatedSince), 'timestamptz')}`);
  if (externalId) narrowing.push(`e.external_id = ANY (${parameter(externalId, 'text[]')})`);
  if (email) narrowing.push(`e.email_key = ANY (${parameter(email.map(foldEmail), 'text[]')})`);
  if (source !== undefined) narrowing.push(`e.source = ${parameter(source, 'text')}`);
  const inGroups = groupId && idsOfMembers(parameter(groupId, 'text[]'));
  const byProfile = profile.map(({ characteristicId, values: ids, ranges }) => {
    const matches = [
      ...(ids.length > 0 ? [`v.value = ANY (${parameter(ids, 'text[]')})`] : []),
      ...ranges.map(
        ([first, last]) => `v.value BETWEEN ${parameter(first, 'text')} AND ${parameter(last, 'text')}`,
      ),
    ];
    return `SELECT v.employee_id FROM employee_profile_value v
      WHERE v.company_id = $1 AND v.characteristic_id = ${parameter(characteristicId, 'text')}
        AND (${matches.join(' OR ')})`;
  });
  const found = [...(inGroups ? [inGroups] : []), ...byProfile];
  // An array, not a join: with outdated statistics a join may read all matches for each employee of the company.
  if (found.length > 0) narrowing.push(`e.id = ANY (ARRAY(${found.join(' INTERSECT ')}))`);
  return {
    employees: `employee e WHERE ${[...kept, ...narrowing].join(' AND ')}`,
    values,
    isNarrow: narrowing.length > 0,
  };
}

/** A day begins at midnight UTC. */
function startOf(time: DayOrMoment): Date {
  return 'moment' in time ? time.moment : new Date(time.day);
}

/**
 * Selects the ids of the employees of company `$1` who are in any of the groups. Deleted employees keep the ids of
 * groups that an import has removed, so only existing groups count. The collation, which changes no comparison for
 * equality, makes the planner use the index of groups alone: it assumes that any groups have a hundredth of the
 * employees of all companies, and would read the whole company by an index of its own instead.
 */
function idsOfMembers(groupIds: string): string {
  return `SELECT m.id FROM employee m
      WHERE m.company_id = $1 COLLATE "default" AND m.group_ids &&
        ARRAY(SELECT g.id FROM company_group g WHERE g.company_id = $1 AND g.id = ANY (${groupIds}))`;
}

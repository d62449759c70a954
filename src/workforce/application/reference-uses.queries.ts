import type { Statement } from '../../platform/database/sql.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { ProfileEntry } from '../domain/employee-content.js';
import { isEntryAllowed, type KnownReferences, type WantedReferences } from '../domain/references.js';

/** Something that employees refer to. */
export interface ReferenceUse {
  readonly kind: 'area' | 'group' | 'characteristic' | 'value';
  /** Id of the area, the group, the characteristic, or the characteristic that the value is of. */
  readonly id: string;
  /** For a value: an entry of a profile that carries it. */
  readonly entry: ProfileEntry | null;
}

/** An object that employees refer to and that does not exist any more. */
export interface DanglingReference extends ReferenceUse {
  /** The list of an import document that would have it. */
  readonly path: 'areas' | 'groups' | 'characteristics';
}

/**
 * The references of all employees of the company `$1` who are not deleted. They come from the documents, because an
 * import has removed areas and groups from the columns already. One date stands for all.
 */
export const USED = `
  SELECT 'area' AS kind, a.id, NULL::jsonb AS entry, e.id AS employee
  FROM employee e
  CROSS JOIN LATERAL (
    SELECT e.document ->> 'hierarchyId'
    UNION ALL
    SELECT json_array_elements_text(e.document -> 'managedHierarchies')
  ) a (id)
  WHERE e.company_id = $1 AND e.deleted_at IS NULL AND a.id IS NOT NULL
  UNION ALL
  SELECT 'group', g.id, NULL, e.id
  FROM employee e CROSS JOIN LATERAL json_array_elements_text(e.document -> 'groupIds') g (id)
  WHERE e.company_id = $1 AND e.deleted_at IS NULL
  UNION ALL
  SELECT 'value', p ->> 'id', CASE WHEN p ? 'date' THEN p || '{"date": "2000-01-01T00:00:00.000Z"}' ELSE p END, e.id
  FROM employee e CROSS JOIN LATERAL jsonb_array_elements((e.document -> 'profile')::jsonb) p
  WHERE e.company_id = $1 AND e.deleted_at IS NULL`;

export const READ_USES: Statement = {
  name: 'workforce.uses',
  text: `SELECT DISTINCT kind, id, entry FROM (${USED}) used ORDER BY kind, id, entry`,
};

/** The number of employees that refer to each of `$2`, in the same order. */
export const COUNT_USERS: Statement = {
  name: 'workforce.users',
  text: `
    SELECT count(DISTINCT used.employee)::integer AS employees
    FROM jsonb_to_recordset($2::jsonb) AS gone (place integer, kind text, id text, entry jsonb)
    JOIN (${USED}) used ON used.id = gone.id
      AND CASE gone.kind
        WHEN 'characteristic' THEN used.kind = 'value'
        WHEN 'value' THEN used.kind = 'value' AND used.entry = gone.entry
        ELSE used.kind = gone.kind
      END
    GROUP BY gone.place
    ORDER BY gone.place`,
};

/** The ids to look up for what employees refer to. */
export function idsOf(uses: readonly ReferenceUse[]): WantedReferences {
  const of = (kind: ReferenceUse['kind']): string[] => [
    ...new Set(uses.filter((use) => use.kind === kind).map(({ id }) => id)),
  ];
  return { areaIds: of('area'), groupIds: of('group'), characteristicIds: of('value') };
}

/** References to what does not exist any more, each once. A value is checked only if its characteristic exists. */
export function danglingAmong(uses: readonly ReferenceUse[], known: KnownReferences): DanglingReference[] {
  const dangling = uses.flatMap((use): DanglingReference[] => {
    const { kind, id, entry } = use;
    switch (kind) {
      case 'area':
        return known.areaIds.has(id) ? [] : [{ ...use, path: 'areas' }];
      case 'group':
        return known.groupIds.has(id) ? [] : [{ ...use, path: 'groups' }];
      case 'characteristic':
      case 'value':
        if (!known.characteristics.has(id)) {
          return [{ path: 'characteristics', kind: 'characteristic', id, entry: null }];
        }
        return !entry || isEntryAllowed(entry, known) ? [] : [{ ...use, path: 'characteristics' }];
    }
  });
  return [...new Map(dangling.map((one) => [JSON.stringify(one), one])).values()];
}

/** The id that messages show: the one of a value, or of the characteristic of a date. */
export function nameOf({ id, entry }: ReferenceUse): string {
  return entry?.valueId ?? entry?.leafId ?? id;
}

/** The issue of a reference to what must not be removed. */
export function stillInUse(
  { kind, id, employees }: Pick<ReferenceUse, 'kind' | 'id'> & { readonly employees: number },
  name: string | undefined,
): Omit<ValidationIssue, 'path'> {
  const used = employees === 1 ? '1 employee uses it' : `${employees} employees use it`;
  const called = name === undefined ? id : `"${name}" (${id})`;
  return { code: 'STILL_IN_USE', message: `must keep the ${kind} ${called}: ${used}` };
}

import type { Statement } from '../../platform/database/sql.js';
import type { ProfileEntry } from '../domain/employee-content.js';
import { isEntryAllowed, type KnownReferences, type WantedReferences } from '../domain/references.js';

/** Something that people refer to. */
export interface ReferenceUse {
  readonly kind: 'area' | 'group' | 'characteristic' | 'value';
  /** Id of the area, the group, the characteristic, or the characteristic that the value is of. */
  readonly id: string;
  /** For a value: an entry of a profile that carries it. */
  readonly entry: ProfileEntry | null;
  /** How many people refer to it. */
  readonly people: number;
}

/** Something that people refer to and that is not there any more. */
export interface DanglingReference {
  /** Where in a document of an import it would have to be. */
  readonly path: 'areas' | 'groups' | 'characteristics';
  readonly kind: ReferenceUse['kind'];
  readonly id: string;
  readonly people: number;
}

/** What the people of the company `$1` who have not left refer to. One date stands for all. */
export const READ_USES: Statement = {
  name: 'workforce.uses',
  text: `
    WITH person AS MATERIALIZED (
      SELECT e.id, e.hierarchy_id, e.managed_hierarchies, e.group_ids, e.profile FROM employee e
      WHERE e.company_id = $1 AND e.deleted_at IS NULL
    ), profiles AS MATERIALIZED (
      SELECT e.id AS person, p ->> 'id' AS id,
        CASE WHEN p ? 'date' THEN p || '{"date": "2000-01-01T00:00:00.000Z"}' ELSE p END AS entry
      FROM person e CROSS JOIN LATERAL jsonb_array_elements(e.profile) p
    ), used (kind, id, entry, person) AS (
      SELECT 'area', a.id, NULL::jsonb, e.id
      FROM person e CROSS JOIN LATERAL unnest(e.managed_hierarchies || e.hierarchy_id) a (id)
      WHERE a.id IS NOT NULL
      UNION ALL
      SELECT 'group', g.id, NULL, e.id FROM person e CROSS JOIN LATERAL unnest(e.group_ids) g (id)
      UNION ALL
      SELECT 'characteristic', id, NULL, person FROM profiles
      UNION ALL
      SELECT 'value', id, entry, person FROM profiles
    )
    SELECT kind, id, entry, count(DISTINCT person)::integer AS people
    FROM used
    GROUP BY kind, id, entry
    ORDER BY kind, id, entry`,
};

/** The ids to look up for what people refer to. */
export function idsOf(uses: readonly ReferenceUse[]): WantedReferences {
  const of = (kind: ReferenceUse['kind']): string[] =>
    uses.filter((use) => use.kind === kind).map(({ id }) => id);
  return { areaIds: of('area'), groupIds: of('group'), characteristicIds: of('characteristic') };
}

/** What of it is not there any more, each thing once: a value only where its characteristic is still there. */
export function danglingAmong(uses: readonly ReferenceUse[], known: KnownReferences): DanglingReference[] {
  return uses.flatMap(({ kind, id, entry, people }): DanglingReference[] => {
    switch (kind) {
      case 'area':
        return known.areaIds.has(id) ? [] : [{ path: 'areas', kind, id, people }];
      case 'group':
        return known.groupIds.has(id) ? [] : [{ path: 'groups', kind, id, people }];
      case 'characteristic':
        return known.characteristics.has(id) ? [] : [{ path: 'characteristics', kind, id, people }];
      case 'value': {
        if (!entry || !known.characteristics.has(id) || isEntryAllowed(entry, known)) return [];
        return [{ path: 'characteristics', kind, id: entry.valueId ?? entry.leafId ?? id, people }];
      }
    }
  });
}

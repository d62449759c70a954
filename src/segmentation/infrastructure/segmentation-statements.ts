import type { SegmentationParts } from '../domain/segmentation.repository.js';

/** Each takes the company as `$1`; records come as `$2`, a JSON array, and ids as `$2`, an array. */
export interface PartStatements {
  readonly read: string;
  readonly remove: string;
  readonly update: string;
  /** Answers the ids that were free. */
  readonly insert: string;
  /** Keeps the answer of the API ready, and moves the revision. */
  readonly render: string;
  /** Everything that is stored of a record, in one text: equal texts need no update. */
  columnsOf(record: object): string;
}

type Member = readonly [member: string, column: string, type: string];

function statementsOf(part: keyof SegmentationParts, table: string, own: readonly Member[]): PartStatements {
  const members: readonly Member[] = [['name', 'name', 'text'], ['place', 'place', 'integer'], ...own];
  const columns = members.map(([, column]) => column).join(', ');
  const given = members.map(([member]) => `given."${member}"`).join(', ');
  const shape = members.map(([member, , type]) => `"${member}" ${type}`).join(', ');
  const shown = members.map(([member, column]) => `${column} AS "${member}"`).join(', ');
  const records = `jsonb_to_recordset($2::jsonb) AS given (id text, ${shape})`;
  return {
    read: `SELECT id, ${shown} FROM ${table} WHERE company_id = $1 ORDER BY place`,
    remove: `DELETE FROM ${table} WHERE company_id = $1 AND id = ANY ($2)`,
    update: `
      UPDATE ${table} stored SET (${columns}) = ROW (${given})
      FROM ${records}
      WHERE stored.company_id = $1 AND stored.id = given.id`,
    insert: `
      INSERT INTO ${table} (id, company_id, ${columns})
      SELECT given.id, $1, ${given} FROM ${records}
      ON CONFLICT (id) DO NOTHING
      RETURNING id`,
    render: `
      UPDATE segmentation SET (revision, ${part}) = ROW (revision + 1, json_of_${part}($1))
      WHERE company_id = $1`,
    columnsOf: (record) =>
      JSON.stringify(members.map(([member]) => (record as Record<string, unknown>)[member])),
  };
}

export const STATEMENTS = {
  areas: statementsOf('areas', 'area', [['lastPlace', 'last_place', 'integer']]),
  groups: statementsOf('groups', 'company_group', []),
  characteristics: statementsOf('characteristics', 'characteristic', [
    ['type', 'type', 'text'],
    ['allowedValues', 'allowed_values', 'jsonb'],
    ['nodes', 'nodes', 'jsonb'],
  ]),
} satisfies Record<keyof SegmentationParts, PartStatements>;

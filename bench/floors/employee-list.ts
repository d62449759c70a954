import type { Pool } from 'pg';
import { becomeFloor, type FloorInput } from '../harness/become-floor.js';

/** What the floors of the list of people are started with. */
export interface EmployeeListFloorInput extends FloorInput {
  /** `plain`: columns, objects and `JSON.stringify`. `text`: the documents of the service. */
  readonly kind: 'plain' | 'text';
  readonly companyId: string;
}

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly external_id: string | null;
  readonly hierarchy_id: string | null;
  readonly profile: readonly unknown[];
  readonly group_ids: readonly string[];
  readonly role: string | null;
  readonly managed_hierarchies: readonly string[];
}

const WHERE = `
  WHERE company_id = $1 AND deleted_at IS NULL
  ORDER BY name COLLATE "und-x-icu", id`;

const COLUMNS = {
  name: 'employee-list-plain',
  text: `SELECT id, name, email, external_id, hierarchy_id, profile, group_ids, role, managed_hierarchies FROM employee_in_columns ${WHERE}`,
};

const TEXTS = { name: 'employee-list-text', text: `SELECT document::text FROM employee ${WHERE}` };

/** `JSON.stringify` leaves out what is undefined. */
function toAnswer(row: Row): object {
  return {
    id: row.id,
    name: row.name ?? undefined,
    email: row.email ?? undefined,
    externalId: row.external_id ?? undefined,
    hierarchyId: row.hierarchy_id ?? undefined,
    profile: row.profile,
    groupIds: row.group_ids,
    role: row.role ?? undefined,
    managedHierarchies: row.managed_hierarchies,
  };
}

/** The usual way: columns, and neither documents nor a stream. */
async function plain(pool: Pool, companyId: string): Promise<string> {
  const { rows } = await pool.query<Row>({ ...COLUMNS, values: [companyId] });
  return JSON.stringify(rows.map(toAnswer));
}

async function text(pool: Pool, companyId: string): Promise<string> {
  const { rows } = await pool.query<[string]>({ ...TEXTS, values: [companyId], rowMode: 'array' });
  return `[${rows.map(([row]) => row).join(',')}]`;
}

becomeFloor<EmployeeListFloorInput>((pool, { kind, companyId }) => {
  const read = kind === 'plain' ? plain : text;
  return () => read(pool, companyId);
});

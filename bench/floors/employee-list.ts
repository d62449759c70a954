import type { Pool } from 'pg';
import { becomeFloor, type FloorInput } from '../harness/become-floor.js';

/** What the floors of the list of people are started with. */
export interface EmployeeListFloorInput extends FloorInput {
  /** `plain`: columns, objects and `JSON.stringify`. `text`: the texts that the triggers of the service derive. */
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

const FROM = `
  FROM employee WHERE company_id = $1 AND deleted_at IS NULL
  ORDER BY name COLLATE "und-x-icu", id`;

const COLUMNS = {
  name: 'employee-list-plain',
  text: `SELECT id, name, email, external_id, hierarchy_id, profile, group_ids, role, managed_hierarchies ${FROM}`,
};

const TEXTS = { name: 'employee-list-text', text: `SELECT rendered ${FROM}` };

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

/** What somebody writes who has the table and the contract, but no derived column and no stream. */
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

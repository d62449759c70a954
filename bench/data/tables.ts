import { openClient } from '../../test/support/databases.js';
import type { Service } from '../harness/service-process.js';

export const PLAN_TABLES = ['action_plan', 'plan_text', 'plan_action', 'action_text', 'action_note'] as const;

/** Columns that name a record, whose first four characters the copies of a company replace. */
const IDS = ['id', 'plan_id', 'action_id'];

const TEXTS = ['text', 'text[]', 'json', 'jsonb'];

/** `$1` a table. Generated columns cannot be written. */
const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

/** `$1` how many. */
const COMPANIES = `
  INSERT INTO company (id, name, time_zone)
  SELECT 'c' || lpad(n::text, 23, '0'), 'Copy ' || n, 'Europe/Madrid' FROM generate_series(1, $1) n`;

/**
 * Copies everything that a company has in some tables to further companies, faster than an import. The rows of all
 * companies are mixed on disk, as if they had been written at the same time.
 */
export async function copyCompany(
  { databaseUrl }: Service,
  companyId: string,
  copies: number,
  tables: readonly string[],
): Promise<void> {
  const client = await openClient(databaseUrl);
  try {
    await client.query(`SET work_mem = '256MB'`);
    await client.query(COMPANIES, [copies]);
    for (const table of tables) {
      const { rows } = await client.query<{ name: string; type: string }>(COLUMNS, [table]);
      const columns = rows.map(({ name }) => `"${name}"`);
      const values = rows.map(({ name, type }) => {
        if (IDS.includes(name)) return `right(c.id, 4) || substr(t."${name}", 5)`;
        // Documents and keys of filters have the id of the company too. Two columns may differ in their collations.
        const text = `t."${name}"::text COLLATE "C"`;
        return TEXTS.includes(type) ? `replace(${text}, $1, c.id)::${type}` : `t."${name}"`;
      });
      await client.query(
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
         FROM ${table} t CROSS JOIN company c WHERE t.company_id = $1 AND c.name LIKE 'Copy %' ORDER BY t.ctid, c.id`,
        [companyId],
      );
    }
  } finally {
    await client.end();
  }
}

/** Brings statistics up to date, as autovacuum does after a while. */
export async function settle({ databaseUrl }: Pick<Service, 'databaseUrl'>): Promise<void> {
  const client = await openClient(databaseUrl);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}

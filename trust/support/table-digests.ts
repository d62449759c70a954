import type { Deployment } from './deployment.js';

/** Written in the background: uses of credentials, and the work on exports. */
const BACKGROUND_COLUMN = 'last_used_at';
const BACKGROUND_TABLES = ['plan_export', 'plan_export_link'];

/** A digest of all rows of each table, by the names of the tables. */
export async function tableDigests(deployment: Deployment): Promise<Record<string, string>> {
  const tables = await deployment.sql<{ name: string; hasUse: boolean }>(
    `SELECT t.table_name AS name, EXISTS (
       SELECT FROM information_schema.columns c
       WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name = $1
     ) AS "hasUse"
     FROM information_schema.tables t WHERE t.table_schema = 'public' AND NOT t.table_name = ANY ($2)`,
    [BACKGROUND_COLUMN, BACKGROUND_TABLES],
  );
  const digests = tables.map(({ name, hasUse }) => {
    const row = hasUse ? `(to_jsonb(t) - '${BACKGROUND_COLUMN}')::text` : 't::text';
    return `SELECT '${name}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS digest FROM ${name} t`;
  });
  const rows = await deployment.sql<{ name: string; digest: string }>(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables whose rows differ. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}

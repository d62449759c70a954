import type { Service } from './service.js';

/** Written in the background: uses of credentials, exports, jobs, requests of SCIM, and mails that are due. */
const BACKGROUND_COLUMN = 'last_used_at';
const BACKGROUND_TABLES = [
  ...['plan_export', 'plan_export_link', 'job', 'job_schedule', 'scim_request'],
  ...['new_assignment', 'reminder_recipient'],
];

/**
 * A digest of all rows of each table, by the names of the tables.
 * @param companyId - of the rows of one company, in the tables that have such
 */
export async function tableDigests(service: Service, companyId?: string): Promise<Record<string, string>> {
  const tables = await service.sql<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns
     FROM information_schema.columns
     WHERE table_schema = 'public' AND NOT table_name = ANY ($1)
     GROUP BY table_name`,
    [BACKGROUND_TABLES],
  );
  const queries = tables
    .filter(({ columns }) => companyId === undefined || columns.includes('company_id'))
    .map(({ name, columns }) => {
      const isUsed = columns.includes(BACKGROUND_COLUMN);
      const row = isUsed ? `(to_jsonb(t) - '${BACKGROUND_COLUMN}')::text` : 't::text';
      const condition = companyId === undefined ? 'true' : `t.company_id = '${companyId}'`;
      return `
        SELECT '${name}' AS name, count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS digest
        FROM ${name} t WHERE ${condition}`;
    });
  const rows = await service.sql<{ name: string; digest: string }>(queries.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables whose rows differ. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}

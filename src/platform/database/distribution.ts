import type { EntityManager } from 'typeorm';

/** Tables of which each server has a copy: they belong to no company, or are read to find one. */
export const REFERENCE_TABLES: readonly string[] = [
  'announcement_template',
  'announcement_template_tombstone',
  'change_feed',
  'company',
  'credential_digest',
  'sign_in_client',
];

/** Tables that stay on the coordinator: no other table refers to them, and no statement joins them with another. */
export const LOCAL_TABLES: readonly string[] = [
  'credential_secret',
  'job_schedule',
  'migrations',
  'sign_in_code',
];

/** Every other table has this column: the rows of a company are on one server. */
const COMPANY = 'company_id';

const HAS_CITUS = `SELECT to_regclass('citus_tables') IS NOT NULL AS "hasCitus"`;

/** Citus modifies several tables in a transaction only in this mode. Without the extension, it has no effect. */
export const ONE_CONNECTION = `SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`;

/** The tables of the service by name, and how each is distributed: 'distributed', 'reference' or not yet. */
const TABLES = `
  SELECT c.relname AS name, d.citus_table_type AS type
  FROM pg_class c
    LEFT JOIN citus_tables d ON d.table_name = c.oid
    LEFT JOIN pg_attribute company ON company.attrelid = c.oid AND company.attname = '${COMPANY}'
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND (company.attname IS NOT NULL OR c.relname = ANY ($1))
  ORDER BY c.relname`;

/** Foreign keys from and to tables: `$1` their names. */
const FOREIGN_KEYS = `
  SELECT conrelid::regclass AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0
    AND (conrelid = ANY ($1::text[]::regclass[]) OR confrelid = ANY ($1::text[]::regclass[]))
  ORDER BY conname`;

interface Table {
  readonly name: string;
  readonly type: string | null;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Distributes the tables over the servers of Citus, with their rows, where the database has the extension: by company,
 * so that the rows of a company are on one server. Leaves alone what is distributed already, so that only tables of
 * new migrations are left after the first time.
 * @param manager - of a transaction
 * @returns the names of the tables that were distributed
 */
export async function distribute(manager: EntityManager): Promise<string[]> {
  const [found] = await manager.query<{ hasCitus: boolean }[]>(HAS_CITUS);
  if (found?.hasCitus !== true) return [];
  const tables = await manager.query<Table[]>(TABLES, [REFERENCE_TABLES]);
  const isDone = ({ type }: Table): boolean => type === 'distributed' || type === 'reference';
  const pending = tables.filter((table) => !isDone(table)).map(({ name }) => name);
  if (pending.length === 0) return [];
  // A key between a distributed table and one that is not is refused, or not checked.
  const keys = await manager.query<ForeignKey[]>(FOREIGN_KEYS, [pending]);
  for (const { table, name } of keys) await manager.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const isReference = (name: string): boolean => REFERENCE_TABLES.includes(name);
  for (const name of pending.filter(isReference))
    await manager.query('SELECT create_reference_table($1)', [name]);
  let colocated = tables.find(({ type }) => type === 'distributed')?.name;
  for (const name of pending.filter((table) => !isReference(table))) {
    const values = [name, COMPANY, colocated ?? 'none'];
    await manager.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', values);
    colocated ??= name;
  }
  for (const name of pending)
    await manager.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
  for (const { table, name, definition } of keys)
    await manager.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  return pending;
}

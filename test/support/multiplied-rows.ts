/** Runs a statement. */
type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
}

/** Tables of which a company has few rows, whatever its size, and those of credentials. */
const LEFT_OUT = [
  ...['area', 'company_group', 'characteristic', 'change_set', 'change_head', 'api_key', 'session'],
  ...['credential_digest', 'job', 'job_schedule', 'webhook', 'webhook_message'],
];

/** What every copy refers to. */
const SHARED = ['company_id', 'hierarchy_id', 'change_set'];

/** Columns of the tables that have a company and are no partitions. */
const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)
  ) AS "isUnique"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attgenerated = '' AND a.attidentity = '' AND c.relname <> ALL ($1)
    AND EXISTS (
      SELECT FROM pg_attribute k WHERE k.attrelid = c.oid AND k.attname = 'company_id' AND NOT k.attisdropped
    )
  ORDER BY c.oid, a.attnum`;

/** An id of 24 characters becomes another one, the same in all tables; other unique texts get a number. */
function valueOf({ name, type, isUnique }: Column): string {
  const column = `t."${name}"`;
  if (name === 'company_id') return '$2';
  if (SHARED.includes(name)) return column;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (/^(?:text|character varying)$/.test(type)) {
    const other = isUnique ? `${column} || '-' || n` : column;
    return `CASE WHEN ${column} ~ '^[0-9a-f]{24}$' THEN lpad(to_hex(n), 5, '0') || substr(${column}, 6) ELSE ${other} END`;
  }
  if (/^(?:text\[\]|tsvector)$/.test(type)) return `replace(${column}::text, $1, $2)::${type}`;
  return column;
}

/**
 * Copies all rows of a company many times, into itself or another one, faster than requests make them. PostgreSQL
 * does not learn of them: no table is analysed.
 */
export async function multiplyRows(run: Run, from: string, to: string, copies: number): Promise<void> {
  const columns = await run<Column>(COLUMNS, [LEFT_OUT]);
  for (const table of new Set(columns.map((each) => each.table))) {
    const all = columns.filter((each) => each.table === table);
    const names = all.map(({ name }) => `"${name}"`).join(', ');
    await run(
      `INSERT INTO ${table} (${names})
       SELECT ${all.map(valueOf).join(', ')}
       FROM (SELECT * FROM ${table} WHERE company_id = $1) t CROSS JOIN generate_series(1, $3::integer) n
       WHERE $2::text IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [from, to, copies],
    );
  }
}

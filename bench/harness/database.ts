import { setTimeout as delay } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';

/** PostgreSQL reports what an idle connection has done at most ten seconds later. */
const STATISTICS_LAG_MS = 10_500;

/** Scans of tables, by table. */
export type Scans = Readonly<Record<string, number>>;

/** The harness's own connection to the database of the service. */
export class Database {
  private constructor(private readonly client: Client) {}

  static async connect(url: string): Promise<Database> {
    const client = new Client({ connectionString: url, application_name: 'bench' });
    client.on('error', () => undefined); // the server may go first when the bench is interrupted
    await client.connect();
    return new Database(client);
  }

  /** Runs one statement. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.client.query<Row>(text, [...values]);
    return rows;
  }

  /**
   * Copies tables with their rows and indexes into a schema for a floor, whose connections put it first in their
   * search path. So the same SQL runs on the same data, and the statistics of the originals show the service alone.
   */
  async copyTables(schema: string, tables: readonly string[]): Promise<void> {
    await this.client.query(`CREATE SCHEMA ${schema}`);
    for (const table of tables) {
      await this.client.query(`CREATE TABLE ${schema}.${table} (LIKE public.${table} INCLUDING ALL)`);
      await this.copyOptions(`public.${table}`, `${schema}.${table}`);
      await this.client.query(`INSERT INTO ${schema}.${table} SELECT * FROM public.${table}`);
      await this.client.query(`VACUUM ANALYZE ${schema}.${table}`);
    }
  }

  /**
   * How often tables of the service have been scanned, by sequence or index.
   * @param idleSince - monotonic time since when nobody has used them; what was done before is waited for
   */
  async scans(tables: readonly string[], idleSince: number): Promise<Scans> {
    if (tables.length === 0) return {};
    await delay(Math.max(0, idleSince + STATISTICS_LAG_MS - performance.now()));
    const { rows } = await this.client.query<{ name: string; scans: number }>(
      `SELECT relname AS name, (seq_scan + coalesce(idx_scan, 0))::float8 AS scans
       FROM pg_stat_user_tables WHERE schemaname = 'public' AND relname = ANY($1)`,
      [tables],
    );
    return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
  }

  /** How rows are laid out, which `LIKE` does not take over and which is half of how fast they are read. */
  private async copyOptions(from: string, to: string): Promise<void> {
    const rows = await this.query<{ option: string }>(
      'SELECT unnest(reloptions) AS option FROM pg_class WHERE oid = $1::regclass',
      [from],
    );
    for (const { option } of rows) await this.query(`ALTER TABLE ${to} SET (${option})`);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

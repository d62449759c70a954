import type { Client } from 'pg';
import { openClient, runSql } from './databases.js';
import { eventually } from './eventually.js';

/** For a process that has to start first, on a busy machine. */
const LIMIT_MS = 60_000;

/** Makes statements that change rows of a table wait, as long as its gate is closed. */
export class Gates {
  private constructor(private readonly client: Client) {}

  /** @param tables - with the statements that wait, like `INSERT OR UPDATE` */
  static async on(databaseUrl: string, tables: Readonly<Record<string, string>>): Promise<Gates> {
    await runSql(
      databaseUrl,
      `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_advisory_xact_lock_shared(hashtext('gate ' || TG_TABLE_NAME)); RETURN NULL; END $$`,
    );
    for (const [table, statements] of Object.entries(tables))
      await runSql(
        databaseUrl,
        `CREATE TRIGGER wait_at_gate BEFORE ${statements} ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate()`,
      );
    return new Gates(await openClient(databaseUrl));
  }

  async close(table: string): Promise<void> {
    await this.client.query(`SELECT pg_advisory_lock(hashtext('gate ' || $1))`, [table]);
  }

  async open(table: string): Promise<void> {
    await this.client.query(`SELECT pg_advisory_unlock(hashtext('gate ' || $1))`, [table]);
  }

  /** Waits until a statement waits. */
  async isReached(table: string): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.client.query(
        `SELECT FROM pg_locks
         WHERE locktype = 'advisory' AND NOT granted AND objid = hashtext('gate ' || $1)::oid`,
        [table],
      );
      if (rows.length !== 1) throw new Error(`${rows.length} statements wait at ${table}.`);
    }, LIMIT_MS);
  }

  /** Opens all. */
  async end(): Promise<void> {
    await this.client.end();
  }
}

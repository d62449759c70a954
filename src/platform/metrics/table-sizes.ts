import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../database/sql.js';
import { repeatFor } from './repeat-for.js';

/** Several scrapes within this time read the sizes once. */
const REPEATED_MS = 60_000;

/** With indexes and long texts. Partitions count for their table. */
const READ_SIZES = {
  name: 'metrics.table-sizes',
  text: `
    SELECT root.relname AS "table", sum(pg_total_relation_size(part.oid))::float8 AS bytes
    FROM pg_class part JOIN pg_class root ON root.oid = coalesce(pg_partition_root(part.oid), part.oid)
    WHERE part.relnamespace = current_schema()::regnamespace AND part.relkind IN ('r', 'p')
    GROUP BY root.relname`,
};

/** Adds the stored bytes of each table. While the database does not answer, they have no value. */
export function addTableSizes(registry: Registry, sql: Sql): void {
  const read = repeatFor(REPEATED_MS, () =>
    sql.query<{ table: string; bytes: number }>(READ_SIZES).catch(() => []),
  );
  new Gauge({
    name: 'wes_stored_bytes',
    help: 'Bytes on the disk of the database, by table, with its indexes.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      const rows = await read();
      this.reset();
      for (const { table, bytes } of rows) this.set({ table }, bytes);
    },
  });
}

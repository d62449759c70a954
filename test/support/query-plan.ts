import type { Client } from 'pg';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';

/** A step of a plan in the output of `EXPLAIN`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** Of each loop. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** True when each page of a table has only rows that all transactions see. A table with partitions has no pages. */
const IS_VISIBLE = `SELECT relallvisible >= relpages AS "isVisible" FROM pg_class WHERE oid = $1::regclass`;

/** Waits until its own commit, and with it every one before, is on disk. */
const FLUSH = `SELECT set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'test', '')`;

/**
 * Lets the planner know what has been put into tables, as the server does by itself sooner or later. Rows whose commit
 * is not on disk yet, which the tests' server does not wait for, would not count as visible to all, nor would rows that
 * are younger than a transaction of a job.
 */
export async function settle(app: TestApp, tables: readonly string[]): Promise<void> {
  await app.sql(FLUSH);
  for (const table of tables) {
    await eventually(async () => {
      await app.sql(`VACUUM ANALYZE ${table}`);
      const [row] = await app.sql<{ isVisible: boolean }>(IS_VISIBLE, [table]);
      expect([table, row?.isVisible]).toEqual([table, true]);
    });
  }
}

type Value = string | number | boolean | null | Date | Uint8Array | readonly Value[];

/** Made for the values, or for any. A statement that is not prepared always gets the first kind. */
export type PlanKind = 'custom' | 'generic';

/**
 * Runs a statement with each kind of plan that the server may choose for it.
 * @returns the steps of each that read a table or an index
 */
export async function scansOf(
  client: Client,
  text: string,
  values: readonly unknown[],
  kinds?: readonly PlanKind[],
): Promise<PlanNode[][]> {
  return (await stepsOf(client, text, values, kinds)).map((steps) => steps.filter(isScan));
}

/** All steps, as {@link scansOf} has those that read. */
export async function stepsOf(
  client: Client,
  text: string,
  values: readonly unknown[],
  kinds: readonly PlanKind[] = ['custom', 'generic'],
): Promise<PlanNode[][]> {
  await client.query(`PREPARE probe AS ${text}`);
  const given = values.map((value) => literal(client, value as Value));
  const steps: PlanNode[][] = [];
  for (const kind of kinds) {
    await client.query(`SET plan_cache_mode = force_${kind}_plan`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE probe (${given.join(', ')})`,
    );
    steps.push(flatten(rows[0]!['QUERY PLAN'][0].Plan));
  }
  await client.query('RESET plan_cache_mode');
  await client.query('DEALLOCATE probe');
  return steps;
}

/** A bitmap is made from an index by a step of its own, which names no table. */
const isScan = (node: PlanNode): boolean =>
  node['Relation Name'] !== undefined || node['Index Name'] !== undefined;

export const isSequential = (node: PlanNode): boolean => node['Node Type'] === 'Seq Scan';

/** Rows that a step read or joined, including those that it filtered out. */
export function rowsOf(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(perLoop * node['Actual Loops']);
}

/** `EXECUTE` takes no parameters of the protocol. */
function literal(client: Client, value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return client.escapeLiteral(value.toISOString());
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  if (typeof value !== 'object') return client.escapeLiteral(String(value));
  if (value.length === 0) return "'{}'";
  if (value.every((entry) => typeof entry === 'number')) return `'{${value.join()}}'`;
  return `ARRAY[${value.map((entry) => literal(client, entry)).join(', ')}]`;
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

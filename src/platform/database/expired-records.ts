import type { ExpiredRecords } from '../../shared-kernel/retention.js';
import type { Sql, Statement } from './sql.js';

/**
 * Counts expired records, and finds the first ones.
 * @param statements - `count` answers the column `count`; `first` answers `id`, and has the most ids as its last value
 * @param values - those that both statements begin with
 */
export async function previewExpired(
  sql: Sql,
  { count, first }: { readonly count: Statement; readonly first: Statement },
  values: readonly unknown[],
  mostIds: number,
): Promise<ExpiredRecords> {
  const [row] = await sql.query<{ count: number }>(count, values);
  const found = await sql.query<{ id: string }>(first, [...values, mostIds]);
  return { count: row?.count ?? 0, firstIds: found.map(({ id }) => id) };
}

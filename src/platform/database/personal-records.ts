import type { PersonalRecord } from '../../shared-kernel/personal-data.js';
import type { Sql, Statement, StatementValues } from './sql.js';

/** Documents that are read together: work on them holds the event loop for some milliseconds. */
const BATCH = 100;

/**
 * The rows of a statement as records of a kind, without columns that are null. Bounded by what a person has of it; for
 * more there is {@link documentsByIds}.
 */
export async function* recordsOfRows(
  sql: Sql,
  kind: string,
  statement: Statement,
  values: StatementValues,
): AsyncGenerator<PersonalRecord> {
  for (const row of await sql.query(statement, values)) yield { kind, record: withoutNulls(row) };
}

/**
 * Documents of a table by their ids, in the order of a statement that returns these: so many are never read at once.
 * @param statements - `ids` returns `id`; `documents` returns `id` and `document` of the ids `$2` of the company `$1`
 */
export async function* documentsByIds<Document>(
  sql: Sql,
  { ids, documents }: { readonly ids: Statement; readonly documents: Statement },
  values: readonly [companyId: string, ...unknown[]],
): AsyncGenerator<Document> {
  const all = (await sql.query<{ id: string }>(ids, values)).map(({ id }) => id);
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    const rows = await sql.query<{ id: string; document: Document }>(documents, [values[0], batch]);
    const found = new Map(rows.map(({ id, document }) => [id, document]));
    for (const id of batch) {
      const document = found.get(id);
      if (document !== undefined) yield document;
    }
  }
}

/** Without the properties that are null. */
export function withoutNulls(row: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

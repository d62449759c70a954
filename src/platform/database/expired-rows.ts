import type { Sql, Statement } from './sql.js';

/** Rows of a table that are removed when their time is over. */
export interface Expiry {
  readonly table: string;
  /** The column that names a row within its company. */
  readonly id: string;
  /** A column between the company and {@link id} in the key of the table. */
  readonly of?: string;
  /** The condition of rows whose time is over. */
  readonly expires: string;
  /** The column whose index finds the oldest of them. */
  readonly by: string;
  /** Most rows of a statement. */
  readonly batch: number;
}

/** Removes expired rows until none is left. */
export type Sweep = (sql: Sql, signal: AbortSignal) => Promise<void>;

/** A sweep of the rows of all companies, in batches, so that no statement takes long. */
export function sweepOf({ table, id, of, expires, by, batch }: Expiry): Sweep {
  const key = ['company_id', ...(of === undefined ? [] : [of])];
  const find: Statement = {
    name: `${table}.find-expired`,
    text: `
      SELECT ARRAY[${key.join(', ')}] AS key, array_agg(${id}) AS ids
      FROM (SELECT ${[...key, id].join(', ')} FROM ${table} WHERE ${expires} ORDER BY ${by} LIMIT ${batch}) expired
      GROUP BY ${key.join(', ')}`,
  };
  // A row that expires later again stays.
  const isKey = key.map((column, index) => `${column} = $${index + 1}`).join(' AND ');
  const remove: Statement = {
    name: `${table}.remove-expired`,
    text: `DELETE FROM ${table} WHERE ${isKey} AND ${id} = ANY ($${key.length + 1}) AND ${expires}`,
  };
  return async (sql, signal) => {
    for (let found = batch; found === batch && !signal.aborted;) {
      const rows = await sql.query<{ key: string[]; ids: unknown[] }>(find);
      for (const row of rows) await sql.query(remove, [...row.key, row.ids]);
      found = rows.reduce((sum, { ids }) => sum + ids.length, 0);
    }
  };
}

/** Statements that remove what is older than an age, company by company. */
export interface AgedRows {
  /** Companies of the oldest rows: `$1` age in milliseconds, `$2` rows. */
  readonly companies: Statement;
  /** The oldest rows of a company: `$1` company, `$2` age in milliseconds, `$3` most rows. */
  readonly remove: Statement;
}

/**
 * Leaves alone the rows that another worker removes at the same time. A join by key would read all rows of the company.
 * @param time - the column with the age of a row
 */
export function agedRowsOf(table: string, time: string): AgedRows {
  return {
    companies: {
      name: `${table}.companies-older-than`,
      text: `
        SELECT DISTINCT company_id AS "companyId" FROM (
          SELECT company_id FROM ${table}
          WHERE ${time} < now() - $1::float8 * interval '1 millisecond' ORDER BY ${time} LIMIT $2
        ) oldest`,
    },
    remove: {
      name: `${table}.remove-older-than`,
      text: `
        DELETE FROM ${table}
        WHERE company_id = $1 AND ctid = ANY (ARRAY(
          SELECT ctid FROM ${table}
          WHERE company_id = $1 AND ${time} < now() - $2::float8 * interval '1 millisecond'
          ORDER BY ${time} LIMIT $3 FOR UPDATE SKIP LOCKED
        ))
        RETURNING company_id`,
    },
  };
}

/** Columns of a table by the names of their properties, such as `{ url: 'url', apiKeyId: 'api_key_id' }`. */
export type Columns = Readonly<Record<string, string>>;

/** The list of a SELECT or RETURNING, like `w.url, w.api_key_id AS "apiKeyId"`. */
export function selected(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return listed(columns, (column, name) => prefix + (column === name ? column : `${column} AS "${name}"`));
}

/** The columns of an INSERT with their values, like `(url, api_key_id) VALUES (:url, :apiKeyId)`. */
export function inserted(columns: Columns): string {
  return `(${listed(columns, (column) => column)}) VALUES (${listed(columns, (_, name) => `:${name}`)})`;
}

/** The assignments of an UPDATE, like `url = :url, api_key_id = :apiKeyId`. */
export function assigned(columns: Columns): string {
  return listed(columns, (column, name) => `${column} = :${name}`);
}

/** The assignments of an INSERT whose row exists, like `url = excluded.url, api_key_id = excluded.api_key_id`. */
export function replaced(columns: Columns): string {
  return listed(columns, (column) => `${column} = excluded.${column}`);
}

function listed(columns: Columns, part: (column: string, name: string) => string): string {
  return Object.entries(columns)
    .map(([name, column]) => part(column, name))
    .join(', ');
}

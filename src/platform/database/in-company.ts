/**
 * The rows of a company, in a condition that suits also a company that the statistics of PostgreSQL do not know. By
 * `$1` alone it expects one row of it: any index that begins with the company is then as good as the one with the
 * searched key, and a join may read everyone of the company again for each row. The planner does not see the value of a
 * sub-select and expects an average company. No index serves the other collation, which changes no comparison for
 * equality and names the server to Citus (ADR 54).
 *
 * Of no use where the same query also has `company_id = $1`, or joins another table by the company that has it: the
 * planner takes what is equal to be known.
 *
 * @param alias - the table, as the query names it
 * @param company - the parameter with the id of the company
 */
export function inCompany(alias: string, company = '$1'): string {
  return isCompany(`${alias}.company_id`, company);
}

/** The condition of {@link inCompany} for a column with the company. */
export function isCompany(column: string, company: string): string {
  return `${column} = (SELECT ${company}::text) AND ${column} = ${company} COLLATE "default"`;
}

/**
 * The row with a key, for each row of another table or function: a query that PostgreSQL never turns into a join. The
 * order makes it take an index that has the key, whatever the statistics know of the company: it does not see the limit,
 * and prefers a beginning that needs no sorting. For `=` there would be no order. Tables with partitions are searched
 * like this, because the company as {@link inCompany} has it would make the planner look at all of them (ADR 25).
 *
 * @param query - up to and with its condition, without this key
 * @param column - compared as bytes, as all columns with keys are
 */
export function firstByKey(query: string, column: string, key: string): string {
  return `${query} AND ${column} >= ${key} AND ${column} <= ${key} ORDER BY ${column} LIMIT (SELECT 1)`;
}

/**
 * A list of texts to compare with, for statements whose planning takes longer than their work. The planner does not see
 * the values of a sub-select, so that one plan serves every request.
 * @param list - a parameter with an array of texts, or several joined by `||`
 */
export function anyOf(list: string): string {
  return `ANY ((SELECT ${list}::text[])::text[])`;
}

/** A parsed query: a text, or the texts of a parameter that is repeated. */
export type Query = Record<string, string | string[]>;

/**
 * Parses a query: every value is a text or, when the parameter is repeated, a list of texts. Nothing nests, nothing
 * is cut, and a name like `__proto__` is a name like any other.
 */
export function parseQuery(text: string): Query {
  const query = Object.create(null) as Query;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

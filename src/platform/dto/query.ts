import { isUtf8 } from 'node:buffer';

/** A parsed query: a text, or the texts of a parameter that is repeated. */
export type Query = Record<string, string | string[]>;

/** An unpaired surrogate, which every check of a text refuses. */
const NOT_UTF8 = '\ud800';

/**
 * Parses a query: every value is a text or, when the parameter is repeated, a list of texts. Nothing nests, nothing
 * is cut, and a name like `__proto__` is a name like any other. A value that is not UTF-8 becomes one that is refused.
 */
export function parseQuery(text: string | null | undefined): Query {
  const query = Object.create(null) as Query;
  for (const part of (text ?? '').split('&')) {
    if (part === '') continue;
    const end = part.indexOf('=');
    const name = decode(end === -1 ? part : part.slice(0, end));
    const value = end === -1 ? '' : decode(part.slice(end + 1));
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/** Node gives the bytes of a URL as one character each. */
function decode(component: string): string {
  const characters = component
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes = Buffer.from(characters, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : NOT_UTF8;
}

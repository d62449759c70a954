import { parse, Tester, type Compare, type Filter, type Suffix, type ValuePath } from 'scim2-parse-filter';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_FILTER_DEPTH, MAX_SCIM_FILTER_LENGTH } from '../domain/scim.limits.js';
import { ENTERPRISE_URN } from '../domain/scim-urns.js';
import { conditionOf, type Columns, type Condition } from './filter-condition.js';

/** Attributes that are compared exactly; all other texts are compared in any case. */
const EXACT: ReadonlySet<string> = new Set(
  [
    'id',
    'externalId',
    'groups.value',
    'members.value',
    `${ENTERPRISE_URN}:manager.value`,
    'meta.version',
  ].map((path) => path.toLowerCase()),
);

/** Complex attributes that stand for their value. */
const BY_VALUE: ReadonlySet<string> = new Set([
  ...['emails', 'groups', 'members'],
  `${ENTERPRISE_URN}:manager`.toLowerCase(),
]);

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

const NO_FILTER = 'is not one of RFC 7644, 3.4.2.2';

/** A comparison with a word, a number or a date without quotes, as some clients send it. */
const UNQUOTED = /(\s(?:eq|ne|co|sw|ew|gt|lt|ge|le)\s+)([^\s"()[\]]+)/gi;
const LITERAL = /^(?:true|false|null)$/;

/** A filter, which is applied to resources one by one or becomes a condition of SQL. */
export interface ScimFilter {
  readonly matches: (resource: object) => boolean;
  /** Value of an attribute that every match has. */
  valueOf(attribute: string): string | undefined;
  /** True if the filter has a condition on an attribute. */
  names(attribute: string): boolean;
  /** The filter as SQL. @param firstParameter - number of its first parameter */
  condition(columns: Columns, firstParameter: number): Condition;
}

/**
 * Reads a filter (RFC 7644, 3.4.2.2).
 * @throws {ScimError} 400 `invalidFilter`
 */
export function parseFilter(text: string): ScimFilter {
  if (text.length > MAX_SCIM_FILTER_LENGTH) refuse(`has more than ${MAX_SCIM_FILTER_LENGTH} characters`);
  if (depthOf(text) > MAX_SCIM_FILTER_DEPTH) refuse(`is nested more than ${MAX_SCIM_FILTER_DEPTH} times`);
  const parsed = normalised(parsedFilter(quoted(text)));
  const tester = new ItemTester();
  const equal = equalities(parsed);
  return {
    matches: (resource) => tester.test(folded(resource, ''), parsed),
    valueOf: (attribute) => equal.get(attribute.toLowerCase()),
    names: (attribute) => namesAttribute(parsed, attribute.toLowerCase()),
    condition: (columns, firstParameter) => conditionOf(parsed, columns, firstParameter),
  };
}

/** Applies the filter of a value path to each value by itself; the library applies it to all of them together. */
class ItemTester extends Tester {
  override test(resource: unknown, filter: Filter): boolean {
    if (filter.op !== '[]') return super.test(resource, filter);
    const { attrPath, valFilter } = filter;
    return this.attrTest(this.attrPath(attrPath), resource, (value: unknown) =>
      [value].flat().some((item) => this.test(item, valFilter)),
    );
  }
}

function parsedFilter(text: string): Filter {
  try {
    return parse(text);
  } catch {
    return refuse(NO_FILTER);
  }
}

function refuse(rule: string): never {
  throw new ScimError(400, `The filter ${rule}.`, 'invalidFilter');
}

/** Deepest nesting outside of texts. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[()[\]]|\bnot\b/gi)) {
    depth += bracket === ')' || bracket === ']' ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function quoted(text: string): string {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[^"]+|"/g) ?? [];
  const quote = (given: string, operator: string, word: string): string =>
    LITERAL.test(word) ? given : `${operator}"${word}"`;
  return parts.map((part) => (part.startsWith('"') ? part : part.replace(UNQUOTED, quote))).join('');
}

/** A filter without its values. */
export function maskedFilter(text: string): string {
  return quoted(text.slice(0, MAX_SCIM_FILTER_LENGTH)).replace(/"(?:[^"\\]|\\.)*"?/g, '"…"');
}

/** One form for what RFC 7644 lets clients write in several, in which comparisons are exact. */
function normalised(given: Filter | undefined, prefix = ''): Filter {
  if (!given) return refuse(NO_FILTER); // what the library makes of `(a pr) not (b pr)`
  if (given.op === 'and' || given.op === 'or')
    return { ...given, filters: given.filters.map((each) => normalised(each, prefix)) };
  if (given.op === 'not') return { ...given, filter: normalised(given.filter, prefix) };
  if (given.op === '[]') {
    const attrPath = given.attrPath.replace(CORE, '');
    return { ...given, attrPath, valFilter: normalised(given.valFilter, `${attrPath}.`) };
  }
  return compared(given as Comparison, prefix);
}

type Comparison = Compare | Suffix;

function compared(given: Comparison, prefix: string): Filter {
  const path = given.attrPath.replace(CORE, '');
  const isByValue = given.op !== 'pr' && prefix === '' && BY_VALUE.has(path.toLowerCase());
  const attrPath = isByValue ? `${path}.value` : path;
  if (given.op === 'pr') return { op: 'pr', attrPath };
  const compValue = comparable(given.compValue, prefix + attrPath);
  if (given.op === 'eq' && compValue === null) return { op: 'not', filter: { op: 'pr', attrPath } };
  if (given.op === 'ne') {
    // Also true where there is no value.
    if (compValue === null) return { op: 'pr', attrPath };
    return { op: 'not', filter: { op: 'eq', attrPath, compValue } };
  }
  return { op: given.op, attrPath, compValue };
}

type Value = string | number | boolean | null;

function comparable(value: Value, path: string): Value {
  if (typeof value !== 'string') return value;
  const lower = path.toLowerCase();
  if (/^meta\.(?:created|lastmodified)$/.test(lower)) {
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) refuse(`compares ${path} with no date`);
    return time.toISOString().toLowerCase();
  }
  // Entra compares with "True".
  if (lower === 'active' || lower.endsWith('.primary')) return value.toLowerCase() === 'true';
  return EXACT.has(lower) ? value : value.toLowerCase();
}

/** A copy in which texts that are compared in any case are in lower case. */
function folded(value: unknown, path: string): unknown {
  if (typeof value === 'string') return EXACT.has(path) ? value : value.toLowerCase();
  if (Array.isArray(value)) return value.map((each) => folded(each, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const below = path === '' ? name : `${path}${isUrn(path) ? ':' : '.'}${name}`;
      return [name, folded(each, below.toLowerCase())];
    }),
  );
}

/** True for the URN of an extension, and not for an attribute of it. */
function isUrn(path: string): boolean {
  return /^urn:.*:user$/.test(path);
}

function namesAttribute(given: Filter, attribute: string): boolean {
  if (given.op === 'and' || given.op === 'or')
    return given.filters.some((each) => namesAttribute(each, attribute));
  if (given.op === 'not') return namesAttribute(given.filter, attribute);
  const path = (given as Comparison | ValuePath).attrPath.toLowerCase();
  return path === attribute || path.startsWith(`${attribute}.`);
}

/** Attributes with the text that every match has. */
function equalities(given: Filter): ReadonlyMap<string, string> {
  if (given.op === 'and') return new Map(given.filters.flatMap((each) => [...equalities(each)]));
  if (given.op === '[]' && given.valFilter.op === 'eq' && given.valFilter.attrPath.toLowerCase() === 'value')
    return equalities({ ...given.valFilter, attrPath: `${given.attrPath}.value` });
  if (given.op !== 'eq' || typeof given.compValue !== 'string') return new Map();
  return new Map([[given.attrPath.toLowerCase().replace(/\.value$/, ''), given.compValue]]);
}

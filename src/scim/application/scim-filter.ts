import {
  FilterSyntaxError,
  parseFilterSyntax,
  type Comparison,
  type CompareValue,
  type Filter,
} from '../domain/filter-syntax.js';
import { matcherOf } from '../domain/filter-matching.js';
import { ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_PATH_COMPARISONS } from '../domain/scim.limits.js';
import { ENTERPRISE_URN } from '../domain/scim-urns.js';
import { EXTENSIONS } from '../domain/user-schemas.js';
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

/** Extensions by the names of their attributes, which Entra also sends without the URN. */
const EXTENSION_OF: ReadonlyMap<string, string> = new Map(
  EXTENSIONS.flatMap(({ id, attributes }) => attributes.map(({ name }) => [name.toLowerCase(), id] as const)),
);

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

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
  const parsed = normalised(parsedFilter(text));
  const equal = equalities(parsed);
  const matches = matcherOf(parsed);
  return {
    matches: (resource) => matches(folded(resource, '')),
    valueOf: (attribute) => equal.get(attribute.toLowerCase()),
    names: (attribute) => namesAttribute(parsed, attribute.toLowerCase()),
    condition: (columns, firstParameter) => conditionOf(parsed, columns, firstParameter),
  };
}

/**
 * Reads the filter of the values of an attribute in a path of PATCH, such as `type eq "work"`.
 * @throws {ScimError} 400 `invalidFilter`
 */
export function parseValueFilter(
  attribute: string,
  text: string,
): { readonly filter: Filter; readonly comparisons: number; readonly matches: (value: unknown) => boolean } {
  const filter = parsedFilter(text);
  const comparisons = comparisonsOf(filter);
  if (comparisons > MAX_SCIM_PATH_COMPARISONS)
    refuse(`of a path has more than ${MAX_SCIM_PATH_COMPARISONS} comparisons`);
  const matches = matcherOf(normalised(filter, `${attribute}.`));
  const path = attribute.toLowerCase();
  return { filter, comparisons, matches: (value) => matches(folded(value, path)) };
}

function comparisonsOf(filter: Filter): number {
  if (filter.op === 'and' || filter.op === 'or')
    return filter.filters.reduce((sum, each) => sum + comparisonsOf(each), 0);
  if (filter.op === 'not') return comparisonsOf(filter.filter);
  return filter.op === '[]' ? comparisonsOf(filter.valFilter) : 1;
}

function parsedFilter(text: string): Filter {
  try {
    return parseFilterSyntax(text);
  } catch (error) {
    if (error instanceof FilterSyntaxError) return refuse(error.message);
    throw error;
  }
}

function refuse(rule: string): never {
  throw new ScimError(400, `The filter ${rule}.`, 'invalidFilter');
}

/** One form for what RFC 7644 lets clients write in several, in which comparisons are exact. */
function normalised(given: Filter, prefix = ''): Filter {
  if (given.op === 'and' || given.op === 'or')
    return { ...given, filters: given.filters.map((each) => normalised(each, prefix)) };
  if (given.op === 'not') return { ...given, filter: normalised(given.filter, prefix) };
  if (given.op === '[]') {
    const attrPath = fullPath(given.attrPath);
    return { ...given, attrPath, valFilter: normalised(given.valFilter, `${attrPath}.`) };
  }
  return compared(given, prefix);
}

function compared(given: Comparison, prefix: string): Filter {
  const path = prefix === '' ? fullPath(given.attrPath) : given.attrPath.replace(CORE, '');
  const isByValue = given.op !== 'pr' && prefix === '' && BY_VALUE.has(path.toLowerCase());
  const attrPath = isByValue ? `${path}.value` : path;
  if (given.op === 'pr') return { op: 'pr', attrPath };
  const isOrdered = given.op !== 'eq' && given.op !== 'ne';
  if (isOrdered && isFlag(prefix + attrPath))
    refuse(`compares ${attrPath}, which is true or false, by ${given.op}`);
  const compValue = comparable(given.compValue, prefix + attrPath);
  if (given.op === 'eq' && compValue === null) return { op: 'not', filter: { op: 'pr', attrPath } };
  if (given.op === 'ne') {
    // Also true where there is no value.
    if (compValue === null) return { op: 'pr', attrPath };
    return { op: 'not', filter: { op: 'eq', attrPath, compValue } };
  }
  return { op: given.op, attrPath, compValue };
}

/** Without the URN of users and groups, and with that of an extension. */
function fullPath(attrPath: string): string {
  const path = attrPath.replace(CORE, '');
  const [first = ''] = path.toLowerCase().split('.', 1);
  const extension = EXTENSION_OF.get(first);
  return extension === undefined ? path : `${extension}:${path}`;
}

function isFlag(path: string): boolean {
  return /^active$|\.primary$/i.test(path);
}

function comparable(value: CompareValue, path: string): CompareValue {
  if (typeof value !== 'string') return value;
  const lower = path.toLowerCase();
  if (/^meta\.(?:created|lastmodified)$/.test(lower)) {
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) refuse(`compares ${path} with no date`);
    return time.toISOString().toLowerCase();
  }
  // Entra compares with "True".
  if (isFlag(path)) return value.toLowerCase() === 'true';
  return EXACT.has(lower) ? value : value.toLowerCase();
}

/** A copy in which names, and texts that are compared in any case are in lower case. */
function folded(value: unknown, path: string): unknown {
  if (typeof value === 'string') return EXACT.has(path) ? value : value.toLowerCase();
  if (Array.isArray(value)) return value.map((each) => folded(each, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const below = path === '' ? name : `${path}${isUrn(path) ? ':' : '.'}${name}`;
      return [name.toLowerCase(), folded(each, below.toLowerCase())];
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
  const path = given.attrPath.toLowerCase();
  return path === attribute || path.startsWith(`${attribute}.`);
}

/** Attributes with the text that every match has. */
function equalities(given: Filter): ReadonlyMap<string, string> {
  if (given.op === 'and') return new Map(given.filters.flatMap((each) => [...equalities(each)]));
  if (given.op === '[]') {
    const value = equalities(given.valFilter).get('value');
    return value === undefined ? new Map() : new Map([[given.attrPath.toLowerCase(), value]]);
  }
  if (given.op !== 'eq' || typeof given.compValue !== 'string') return new Map();
  return new Map([[given.attrPath.toLowerCase().replace(/\.value$/, ''), given.compValue]]);
}

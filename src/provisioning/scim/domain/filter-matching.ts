import type { Compare, CompareValue, Filter } from './filter-syntax.js';

/**
 * True if a filter applies to a resource, or to a value of it. Comparisons are exact: the caller brings both into one
 * form. The filter of a value path is applied to each value by itself.
 */
export function applies(filter: Filter, resource: unknown): boolean {
  if (filter.op === 'or') return filter.filters.some((each) => applies(each, resource));
  if (filter.op === 'and') return filter.filters.every((each) => applies(each, resource));
  if (filter.op === 'not') return !applies(filter.filter, resource);
  return hasValue(resource, pathOf(filter.attrPath), (value) => {
    if (filter.op === '[]') return applies(filter.valFilter, value);
    return filter.op === 'pr' || compares(filter, value);
  });
}

/** Names of attributes in lower case. The URN of an extension is one of them. */
function pathOf(attrPath: string): readonly string[] {
  const path = attrPath.toLowerCase();
  const end = path.lastIndexOf(':');
  const names = path.slice(end + 1).split('.');
  return end === -1 ? names : [path.slice(0, end), ...names];
}

/** True if a value at the path, or one of several, passes the test. */
function hasValue(
  resource: unknown,
  [first, ...others]: readonly string[],
  test: (value: unknown) => boolean,
): boolean {
  if (Array.isArray(resource))
    return first === undefined
      ? resource.some((each) => test(each))
      : resource.some((each) => hasValue(each, [first, ...others], test));
  if (first === undefined) return resource !== undefined && test(resource);
  if (typeof resource !== 'object' || resource === null) return false;
  for (const [name, value] of Object.entries(resource))
    if (name.toLowerCase() === first) return hasValue(value, others, test);
  return false;
}

function compares({ op, compValue }: Compare, value: unknown): boolean {
  if (op === 'eq') return value === compValue;
  if (op === 'ne') return value !== compValue;
  const order = orderOf(value, compValue);
  if (op === 'gt') return order > 0;
  if (op === 'ge') return order >= 0;
  if (op === 'lt') return order < 0;
  if (op === 'le') return order <= 0;
  if (typeof value !== 'string' || typeof compValue !== 'string') return false;
  if (op === 'co') return value.includes(compValue);
  return op === 'sw' ? value.startsWith(compValue) : value.endsWith(compValue);
}

/** NaN, which is neither less nor more, where the types differ. */
function orderOf(value: unknown, compValue: CompareValue): number {
  if (typeof value === 'string' && typeof compValue === 'string')
    return value === compValue ? 0 : value < compValue ? -1 : 1;
  return typeof value === 'number' && typeof compValue === 'number' ? value - compValue : NaN;
}

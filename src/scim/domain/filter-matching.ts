import type { Compare, Filter } from './filter-syntax.js';

type Test = (value: unknown) => boolean;

/**
 * The filter as a test of a resource, or of a value of it. Comparisons are exact: the caller brings both into one form,
 * with names in lower case. The filter of a value path is applied to each value by itself.
 */
export function matcherOf(filter: Filter): Test {
  if (filter.op === 'and' || filter.op === 'or') {
    const tests = filter.filters.map(matcherOf);
    return filter.op === 'and'
      ? (value) => tests.every((test) => test(value))
      : (value) => tests.some((test) => test(value));
  }
  if (filter.op === 'not') {
    const test = matcherOf(filter.filter);
    return (value) => !test(value);
  }
  if (filter.op === '[]') return anyAt(filter.attrPath, matcherOf(filter.valFilter));
  if (filter.op === 'pr') return anyAt(filter.attrPath, (value) => value !== undefined);
  return anyAt(filter.attrPath, comparisonOf(filter));
}

/** True if a value at the path, or one of several, passes the test. The URN of an extension is a name of the path. */
function anyAt(attrPath: string, test: Test): Test {
  const path = attrPath.toLowerCase();
  const end = path.lastIndexOf(':');
  const names = path.slice(end + 1).split('.');
  const all = end === -1 ? names : [path.slice(0, end), ...names];
  return (resource) => anyBelow(resource, all, 0, test);
}

function anyBelow(value: unknown, names: readonly string[], at: number, test: Test): boolean {
  if (Array.isArray(value)) return value.some((each) => anyBelow(each, names, at, test));
  const name = names[at];
  if (name === undefined) return test(value);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return anyBelow((value as Readonly<Record<string, unknown>>)[name], names, at + 1, test);
}

/** Texts are in an order with texts only. */
function comparisonOf({ op, compValue }: Compare): Test {
  if (op === 'eq') return (value) => value === compValue;
  if (op === 'ne') return (value) => value !== compValue;
  if (typeof compValue !== 'string') return () => false;
  const test = TEXT_TESTS[op];
  return (value) => typeof value === 'string' && test(value, compValue);
}

const TEXT_TESTS: Readonly<
  Record<Exclude<Compare['op'], 'eq' | 'ne'>, (text: string, value: string) => boolean>
> = {
  co: (text, value) => text.includes(value),
  sw: (text, value) => text.startsWith(value),
  ew: (text, value) => text.endsWith(value),
  gt: (text, value) => text > value,
  ge: (text, value) => text >= value,
  lt: (text, value) => text < value,
  le: (text, value) => text <= value,
};

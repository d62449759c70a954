import type { Compare, Comparison, Filter } from '../domain/filter-syntax.js';

/** SQL of an attribute, which is null where there is no value. */
export type Column =
  | { readonly type: 'text'; readonly sql: string; readonly isExact?: boolean }
  /** A text: `true` or `false`. */
  | { readonly type: 'flag'; readonly sql: string }
  | { readonly type: 'time'; readonly sql: string }
  /** An object, of which only the presence is asked for. */
  | { readonly type: 'object'; readonly sql: string }
  /**
   * A JSON array of objects, whose attributes are those of `item`.
   * @property known - a condition on the rows whose list is known; absent for all
   */
  | { readonly type: 'list'; readonly sql: string; readonly item: Columns; readonly known?: string };

/** By the path of the attribute in lower case. */
export type Columns = ReadonlyMap<string, Column>;

export function columnsOf(columns: Readonly<Record<string, Column>>): Columns {
  return new Map(Object.entries(columns).map(([path, column]) => [path.toLowerCase(), column]));
}

/** A condition on a row. It is null where the filter must be applied to the resource. */
export interface Condition {
  readonly text: string;
  /** Of its parameters. */
  readonly values: readonly string[];
}

/** The condition of what SQL does not know. No other part of a condition has this text. */
const UNKNOWN = 'NULL::boolean';

/** The operators of a text `$1` and a value `$2`. */
const TEXT_OPERATORS: Readonly<Record<string, (text: string, value: string) => string>> = {
  eq: (text, value) => `${text} = ${value}`,
  co: (text, value) => `strpos(${text}, ${value}) > 0`,
  sw: (text, value) => `starts_with(${text}, ${value})`,
  ew: (text, value) => `right(${text}, length(${value})) = ${value}`,
  gt: (text, value) => `${text} > ${value}`,
  ge: (text, value) => `${text} >= ${value}`,
  lt: (text, value) => `${text} < ${value}`,
  le: (text, value) => `${text} <= ${value}`,
};

const TIME_OPERATORS: Readonly<Record<string, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' };

/** Times that PostgreSQL reads in this form; the years of the others have a sign, or are 0. */
const STORABLE_TIME = /^(?!0000)\d{4}-/;

/**
 * Translates a filter into SQL. Its values are parameters.
 * @param filter - as `parseFilter` has normalised it
 * @param firstParameter - number of the first parameter
 */
export function conditionOf(filter: Filter, columns: Columns, firstParameter: number): Condition {
  const parameters = new Parameters(firstParameter);
  const text = translated(filter, columns, parameters);
  return { text, values: parameters.values };
}

class Parameters {
  readonly values: string[] = [];

  constructor(private readonly first: number) {}

  add(value: string): string {
    return `$${this.first - 1 + this.values.push(value)}`;
  }
}

function translated(filter: Filter, columns: Columns, parameters: Parameters): string {
  if (filter.op === 'and' || filter.op === 'or')
    return `(${filter.filters.map((each) => translated(each, columns, parameters)).join(` ${filter.op} `)})`;
  if (filter.op === 'not') return `(NOT ${translated(filter.filter, columns, parameters)})`;
  if (filter.op === '[]')
    return anyItem(columns.get(filter.attrPath.toLowerCase()), filter.valFilter, parameters);
  return compared(filter, columns, parameters);
}

function compared(filter: Comparison, columns: Columns, parameters: Parameters): string {
  const path = filter.attrPath.toLowerCase();
  const column = columns.get(path);
  if (column) return filter.op === 'pr' ? presence(column) : comparison(column, filter, parameters);
  const [, list = '', attrPath = ''] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
  return anyItem(columns.get(list), { ...filter, attrPath }, parameters);
}

/** True where an item of a list matches. */
function anyItem(list: Column | undefined, filter: Filter, parameters: Parameters): string {
  if (list?.type !== 'list') return UNKNOWN;
  const { length: before } = parameters.values;
  const condition = translated(filter, list.item, parameters);
  if (condition.includes(UNKNOWN)) {
    parameters.values.length = before;
    return UNKNOWN;
  }
  return where(
    list.known,
    `EXISTS (SELECT FROM json_array_elements(${list.sql}) AS list (item) WHERE ${condition})`,
  );
}

function presence(column: Column): string {
  return where(column.type === 'list' ? column.known : undefined, `(${column.sql}) IS NOT NULL`);
}

function where(known: string | undefined, condition: string): string {
  return known === undefined ? condition : `CASE WHEN ${known} THEN ${condition} END`;
}

function comparison(column: Column, { op, compValue }: Compare, parameters: Parameters): string {
  const { type, sql } = column;
  if (type === 'flag' && typeof compValue === 'boolean' && op === 'eq')
    return whereValue(`(${sql}) = ${parameters.add(String(compValue))}`);
  if (typeof compValue !== 'string') return UNKNOWN;
  const textOperator = TEXT_OPERATORS[op];
  if (type === 'text' && textOperator) {
    const text = column.isExact ? `(${sql}) COLLATE "C"` : `lower((${sql}) COLLATE "und-x-icu") COLLATE "C"`;
    return whereValue(textOperator(text, `${parameters.add(compValue)}::text`));
  }
  const timeOperator = TIME_OPERATORS[op];
  if (type === 'time' && timeOperator && STORABLE_TIME.test(compValue))
    return whereValue(`(${sql}) ${timeOperator} ${parameters.add(compValue)}::timestamptz`);
  return UNKNOWN;
}

/** A comparison that is false where there is no value, as RFC 7644 has no third truth value. */
function whereValue(condition: string): string {
  return `coalesce(${condition}, false)`;
}

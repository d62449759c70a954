import { MAX_SCIM_COMPARISONS, MAX_SCIM_FILTER_DEPTH, MAX_SCIM_FILTER_LENGTH } from './scim.limits.js';

/** A filter (RFC 7644, 3.4.2.2). Names of operators are in lower case, those of attributes as they were sent. */
export type Filter = Junction<'and'> | Junction<'or'> | Negation | ValuePath | Comparison;

export interface Junction<Op> {
  readonly op: Op;
  readonly filters: readonly Filter[];
}

export interface Negation {
  readonly op: 'not';
  readonly filter: Filter;
}

/** A filter of the values of an attribute, such as `emails[type eq "work"]`. */
export interface ValuePath {
  readonly op: '[]';
  readonly attrPath: string;
  readonly valFilter: Filter;
}

export type Comparison = Compare | Presence;

export interface Presence {
  readonly op: 'pr';
  readonly attrPath: string;
}

export interface Compare {
  readonly op: CompareOp;
  readonly attrPath: string;
  readonly compValue: CompareValue;
}

export type CompareOp = (typeof COMPARE_OPS)[number];
export type CompareValue = string | number | boolean | null;

const COMPARE_OPS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le'] as const;

/** The message says which rule the text violates, without a part of the text: it may name people. */
export class FilterSyntaxError extends Error {}

const NO_FILTER = 'is not one of RFC 7644, 3.4.2.2';

/**
 * One token at a time, each alternative of which begins with another character, so that the time is linear. A text is
 * a JSON string, which has no raw control characters.
 */
// eslint-disable-next-line no-control-regex -- JSON strings have none
const TOKEN = / *(?:([()[\]])|("(?:[^"\\\u0000-\u001f]|\\.)*")|([^\s"()[\]]+))/y;

const ATTRIBUTE = /^[A-Za-z_$][\w$.:/%-]*$/;
const SUB_ATTRIBUTE = /^\.[A-Za-z_$][\w$-]*$/;

/** @throws {FilterSyntaxError} */
export function parseFilterSyntax(text: string): Filter {
  if (text.length > MAX_SCIM_FILTER_LENGTH)
    throw new FilterSyntaxError(`has more than ${MAX_SCIM_FILTER_LENGTH} characters`);
  return new Parser(tokensOf(text)).parse();
}

/** A bracket, a JSON string with its quotation marks, or a word. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const rest = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const [, bracket, quoted, word] = TOKEN.exec(rest) ?? [];
    const token = bracket ?? quoted ?? word;
    if (token === undefined) throw new FilterSyntaxError(NO_FILTER);
    tokens.push(token);
  }
  return tokens;
}

/** By recursive descent: `or` binds less than `and`, and `and` less than `not`. */
class Parser {
  private position = 0;
  private depth = 0;
  private comparisons = 0;

  constructor(private readonly tokens: readonly string[]) {}

  parse(): Filter {
    const filter = this.junction('or');
    if (this.position < this.tokens.length) throw new FilterSyntaxError(NO_FILTER);
    return filter;
  }

  private junction(op: 'and' | 'or'): Filter {
    const filters: Filter[] = [];
    do filters.push(op === 'or' ? this.junction('and') : this.operand());
    while (this.takes(op));
    const [only] = filters;
    return filters.length === 1 && only ? only : { op, filters };
  }

  private operand(): Filter {
    if (this.takes('not')) return { op: 'not', filter: this.nested(() => this.operand()) };
    if (this.takes('(')) return this.nested(() => this.until(')'));
    return this.condition();
  }

  private condition(): Filter {
    const attrPath = this.next();
    if (!ATTRIBUTE.test(attrPath)) throw new FilterSyntaxError(NO_FILTER);
    if (!this.takes('[')) return this.comparison(attrPath);
    const valFilter = this.nested(() => this.until(']'));
    const sub = this.tokens[this.position] ?? '';
    if (!SUB_ATTRIBUTE.test(sub)) return { op: '[]', attrPath, valFilter };
    this.position++;
    // One value must pass both: `emails[type eq "work"].value eq "…"` is no other address than that of work.
    const filters = [valFilter, this.comparison(sub.slice(1))];
    return { op: '[]', attrPath, valFilter: { op: 'and', filters } };
  }

  private comparison(attrPath: string): Comparison {
    if (++this.comparisons > MAX_SCIM_COMPARISONS)
      throw new FilterSyntaxError(`has more than ${MAX_SCIM_COMPARISONS} comparisons`);
    const given = this.next().toLowerCase();
    if (given === 'pr') return { op: 'pr', attrPath };
    const op = COMPARE_OPS.find((each) => each === given);
    if (!op) throw new FilterSyntaxError(NO_FILTER);
    return { op, attrPath, compValue: valueOf(this.next()) };
  }

  private until(bracket: string): Filter {
    const filter = this.junction('or');
    if (!this.takes(bracket)) throw new FilterSyntaxError(NO_FILTER);
    return filter;
  }

  private nested(read: () => Filter): Filter {
    if (++this.depth > MAX_SCIM_FILTER_DEPTH)
      throw new FilterSyntaxError(`is nested more than ${MAX_SCIM_FILTER_DEPTH} times`);
    const filter = read();
    this.depth--;
    return filter;
  }

  private takes(token: string): boolean {
    const isNext = this.tokens[this.position]?.toLowerCase() === token;
    if (isNext) this.position++;
    return isNext;
  }

  private next(): string {
    const token = this.tokens[this.position++];
    if (token === undefined) throw new FilterSyntaxError(NO_FILTER);
    return token;
  }
}

const LITERALS: ReadonlyMap<string, CompareValue> = new Map<string, CompareValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Some clients send a word, a number or a date without quotation marks: it is a text. */
function valueOf(token: string): CompareValue {
  const literal = LITERALS.get(token);
  if (literal !== undefined) return literal;
  if (/^[()[\]]/.test(token)) throw new FilterSyntaxError(NO_FILTER);
  const text = token.startsWith('"') ? textOf(token) : token;
  // PostgreSQL would refuse it, and no attribute has it.
  if (text.includes('\0') || !text.isWellFormed())
    throw new FilterSyntaxError('compares with NUL or an unpaired surrogate');
  return text;
}

/** A JSON string. Some clients escape nothing: their text that is none, such as `"CORP\anna"`, is read as it is. */
function textOf(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1).replace(/\\(["\\])/g, '$1');
  }
}

/** The filter without its values, which name people; only its length where it cannot be read. */
export function maskedFilter(text: string): string {
  try {
    return maskedText(parseFilterSyntax(text));
  } catch (error) {
    if (error instanceof FilterSyntaxError) return `(unreadable, ${text.length} characters)`;
    throw error;
  }
}

function maskedText(filter: Filter): string {
  if (filter.op === 'and' || filter.op === 'or')
    return `(${filter.filters.map(maskedText).join(` ${filter.op} `)})`;
  if (filter.op === 'not') return `not (${maskedText(filter.filter)})`;
  if (filter.op === '[]') return `${filter.attrPath}[${maskedText(filter.valFilter)}]`;
  return filter.op === 'pr' ? `${filter.attrPath} pr` : `${filter.attrPath} ${filter.op} "…"`;
}

/** The tables that are distributed by company, and those that only the coordinator has. */
export interface Distribution {
  readonly byCompany: ReadonlySet<string>;
  readonly local: ReadonlySet<string>;
}

/** A table that a part of a statement names. */
interface Reference {
  readonly table: string;
  readonly alias: string;
}

const QUERY = /^\s*(?:select|with|insert|update|delete|values)\b/i;
const BRANCHES = /\b(?:union|except|intersect)\b(?:\s+all\b)?/i;
const TABLES =
  /(?<!\bextract\s*\(\s*\w+\s+|\bdistinct\s+|\bfor\s+(?:no\s+key\s+)?)\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi;
const NO_ALIAS =
  /^(?:where|set|join|left|inner|cross|on|order|group|limit|using|values|default|select|for|returning|full|right|offset|union|natural|having)$/i;

/** Functions whose value differs from call to call, and those that differ from transaction to transaction. */
const VOLATILE = String.raw`\b(?:random|clock_timestamp|gen_random_uuid|txid_current|nextval)\s*\(`;
const NOT_IMMUTABLE = String.raw`(?:${VOLATILE}|\bnow\s*\(|\bcurrent_timestamp\b)`;

const WRITES = /\b(?:delete\s+from|update\s+"?\w|insert\s+into)/i;
/** Functions that depend on settings of the session, such as its time zone. */
const STABLE = new RegExp(String.raw`\b(?:to_char|to_jsonb?)\s*\(|${NOT_IMMUTABLE}`, 'i');

/** The parts of a statement that have tables of their own: sub-queries, WITH queries, branches of unions. */
export function partsOf(statement: string): string[] {
  const parts: string[] = [];
  const split = (text: string): string => {
    let outer = '';
    for (let at = 0; at < text.length; at++) {
      const end = text[at] === '(' ? closing(text, at) : at;
      if (end === at) {
        outer += text.charAt(at);
        continue;
      }
      const inner = text.slice(at + 1, end);
      const rest = split(inner);
      if (QUERY.test(inner)) {
        parts.push(...rest.split(BRANCHES));
        outer += '()';
      } else outer += `(${rest})`;
      at = end;
    }
    return outer;
  };
  parts.push(...split(withoutTexts(statement)).split(BRANCHES));
  return parts;
}

/** Without comments and the characters of literals, which may look like anything. */
function withoutTexts(statement: string): string {
  return statement.replaceAll(/--[^\n]*/g, '').replaceAll(/'(?:[^']|'')*'/g, `''`);
}

function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  throw new Error(`A parenthesis is not closed: ${text.slice(from)}`);
}

function referencesIn(part: string): Reference[] {
  return [...part.matchAll(TABLES)].map(([, table = '', alias = '']) => {
    return { table, alias: alias === '' || NO_ALIAS.test(alias) ? table : alias };
  });
}

/** The tables by company that a part names without a company of their own. */
function withoutCompany(part: string, { byCompany }: Distribution): string[] {
  const references = referencesIn(part);
  const isInserted = /\binsert\s+into\s+"?\w+"?(?:\s+as\s+"?\w+"?)?\s*\([^)]*\bcompany_id\b/i.test(part);
  const column = (alias: string): string =>
    references.length === 1
      ? String.raw`(?:"?${alias}"?\.)?"?company_id"?`
      : String.raw`"?${alias}"?\."?company_id"?`;
  const isGiven = (alias: string): boolean =>
    new RegExp(String.raw`(?<![\w.])${column(alias)}\s*=\s*(?:any\s*\()?\s*(?:\$\d|'')`, 'i').test(part);
  const isJoined = (alias: string): boolean =>
    references.some(
      (other) =>
        other.alias !== alias &&
        isGiven(other.alias) &&
        new RegExp(
          String.raw`${column(alias)}\s*=\s*${column(other.alias)}|${column(other.alias)}\s*=\s*${column(alias)}`,
          'i',
        ).test(part),
    );
  return references
    .filter(({ table }) => byCompany.has(table))
    .filter(({ alias }, index) => !(index === 0 && isInserted) && !isGiven(alias) && !isJoined(alias))
    .map(({ table }) => table);
}

/** True if each table by company that a statement names has its company, wherever it names the table. */
export function namesCompanies(statement: string, distribution: Distribution): boolean {
  return partsOf(statement).every((part) => withoutCompany(part, distribution).length === 0);
}

/** True if a statement reads or writes company data. */
export function isDistributed(statement: string, { byCompany }: Distribution): boolean {
  return partsOf(statement)
    .flatMap(referencesIn)
    .some(({ table }) => byCompany.has(table));
}

/** Things in a statement on company data that Citus refuses, as its servers did (docs/postgresql.md, "Citus"). */
export function refusalsOf(statement: string, distribution: Distribution): string[] {
  const parts = partsOf(statement);
  const isOf = (tables: ReadonlySet<string>): boolean =>
    parts.flatMap(referencesIn).some(({ table }) => tables.has(table));
  if (!isOf(distribution.byCompany)) return [];
  const refused: string[] = [];
  if (isOf(distribution.local)) refused.push('joins a table of the coordinator');
  if (/\bmerge\s+into\b/i.test(statement)) refused.push('merges');
  if (WRITES.test(statement) && /\blimit\s*\(\s*select\b/i.test(statement) && STABLE.test(statement))
    refused.push('bounds rows by a query beside a function that is not immutable');
  for (const part of parts) {
    if (/\bfor\s+(?:no\s+key\s+)?(?:update|share)\b|\bfor\s+key\s+share\b|\bctid\b/i.test(part)) {
      const names = withoutCompany(part, distribution);
      if (names.length > 0) refused.push(`locks rows of several companies: ${names.join(', ')}`);
    }
    const [, returned = ''] = /\breturning\b(.*)$/is.exec(part) ?? [];
    if (new RegExp(NOT_IMMUTABLE, 'i').test(returned)) refused.push('returns what is not immutable');
    const [, assigned = ''] =
      /\b(?:update\s+"?\w+"?(?:\s+(?:as\s+)?"?\w+"?)?|do\s+update)\s+set\b(.*)$/is.exec(part) ?? [];
    if (new RegExp(VOLATILE, 'i').test(assigned)) refused.push('updates by a volatile function');
    if (new RegExp(String.raw`\b(?:case|coalesce)\b[^;]*?${NOT_IMMUTABLE}`, 'is').test(assigned))
      refused.push('chooses the time in an update');
    if (/\bcase\s+(?!when\b)/i.test(assigned)) refused.push('compares by CASE in an update');
    const [, repeated = ''] = /\bdo\s+update\s+set\b(.*)$/is.exec(part) ?? [];
    if (/=\s*default\b/i.test(repeated) || new RegExp(NOT_IMMUTABLE, 'i').test(repeated))
      refused.push('updates a row that exists by a default or a time');
  }
  return refused;
}

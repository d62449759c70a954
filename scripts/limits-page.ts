import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Settings } from '../src/platform/config/settings.js';
import { INTERNAL_LIMITS, LIMIT_GROUPS, type LimitGroup, type ReadersLimit } from './limit-groups.js';

interface Limit {
  readonly name: string;
  /** With its unit, as a reader expects it. */
  readonly value: string;
  /** The comment of a constant and the file that defines it; settings have neither. */
  readonly meaning?: string;
  readonly file?: string;
}

/** A number, a duration, a size, or a quota like `1000/10s` or `256MiB/1h`. */
const NUMBER = /^\d+(?:ms|s|m|h|d|KiB|MiB|GiB)?(?:\/\d+(?:s|m|h))?$/;

/** Settings whose default is a number that limits nothing. */
const NO_LIMITS = ['PORT'];

/** `MAX_…` with the value and the comment before it. */
const CONSTANT =
  /(?:\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n)?export const (?<name>MAX_\w+) = (?<value>[^;]+);/g;

/** `…_LIMITS`, the longest texts of a kind of resource. */
const TEXTS =
  /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\nexport const (?<name>\w+_LIMITS) = \{(?<value>[^]*?)\} as const/g;

const INTRODUCTION = `# Limits

What the service limits, by what a client sends and reads, what is stored, and what a process does. A limit with a setting is changed by that variable ([\`.env.example\`](../.env.example)); its default is shown. Other limits are fixed. "Characters" are Unicode code points. A limit like "1,000 in 10 s" is a rate, which the value \`off\` lifts; [ADR 24](adr/0024-rate-limits.md) explains whose uses are counted. [errors.md](errors.md) explains the codes.

\`npm run limits\` writes this page with the values of the code, from \`scripts/limit-groups.ts\`.`;

/**
 * The text of `docs/limits.md`: limits as readers meet them, and then the constants of the code. Its tables are not
 * padded, so that a new row changes no other line.
 * @throws when a limit of the code is missing in `limit-groups.ts`, or a row there names none
 */
export function limitsPage(groups: readonly LimitGroup[] = LIMIT_GROUPS): string {
  const [inSettings, inCode] = [settings(), constants()];
  const limits = new Map([...inCode, ...inSettings].map((limit) => [limit.name, limit]));
  const shown = groups.flatMap((group) => group.limits.map(({ limit }) => limit));
  const missing = [...limits.keys()].filter((name) => ![...shown, ...INTERNAL_LIMITS].includes(name));
  if (missing.length > 0) throw new Error(`scripts/limit-groups.ts has no row for ${missing.join(', ')}`);
  const unknown = [...shown, ...INTERNAL_LIMITS].filter((name) => !limits.has(name));
  if (unknown.length > 0) throw new Error(`scripts/limit-groups.ts: there is no limit ${unknown.join(', ')}`);
  const sections = groups.flatMap(({ title, limits: rows }) => [
    `## ${title}`,
    table(
      ['Limit', 'Value', 'Beyond it', 'Changed by'],
      rows.map((row) => cellsOf(row, limits.get(row.limit) as Limit)),
    ),
  ]);
  const rows = inCode.map(({ name, value, meaning = '', file = '' }) => [
    `[\`${name}\`](../${file})`,
    value,
    meaning,
  ]);
  const constantsTable = table(['Constant', 'Value', 'Meaning'], rows);
  return `${[INTRODUCTION, ...sections, '## Constants of the code', constantsTable].join('\n\n')}\n`;
}

function cellsOf({ what, beyond }: ReadersLimit, { name, value, file }: Limit): string[] {
  return [what, value, beyond, file === undefined ? `\`${name}\`` : 'fixed'];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function settings(): Limit[] {
  return Settings.from({})
    .variables.filter(({ name, defaultText = '' }) => NUMBER.test(defaultText) && !NO_LIMITS.includes(name))
    .map(({ name, defaultText = '' }) => ({ name, value: readable(defaultText) }));
}

/** @throws when a constant has no comment, or a value that cannot be shown */
function constants(): Limit[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  return files.sort().flatMap((name) => {
    const file = join('src', name);
    const text = readFileSync(file, 'utf8');
    return [
      ...[...text.matchAll(CONSTANT)].map((match) => limitOf(file, match, countOf)),
      ...[...text.matchAll(TEXTS)].map((match) => limitOf(file, match, lengthsOf)),
    ];
  });
}

function limitOf(
  file: string,
  { groups = {} }: RegExpMatchArray,
  show: (value: string, name: string) => string | undefined,
): Limit {
  const { name = '', value = '', comment } = groups;
  const shown = show(value, name);
  if (comment === undefined || shown === undefined)
    throw new Error(`${file}: ${name} needs a comment of its own and a value in numbers for docs/limits.md`);
  return { name, value: shown, meaning: meaningOf(comment), file };
}

/** A comment in one line. */
function meaningOf(comment: string): string {
  return comment
    .replace(/^ *\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `10m` as `10 min`, and `1000/10s` as `1,000 in 10 s`. */
function readable(defaultText: string): string {
  return defaultText
    .replace('/', ' in ')
    .replace(
      /(\d)([A-Za-z]+)/g,
      (_, digit: string, unit: string) => `${digit} ${unit === 'm' ? 'min' : unit}`,
    )
    .replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en'));
}

/** A number; of bytes, in KiB or MiB. */
function countOf(value: string, name: string): string | undefined {
  const count = numberOf(value);
  if (count === undefined || !name.endsWith('_BYTES')) return count?.toLocaleString('en');
  const mebibytes = count / 2 ** 20;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${count / 2 ** 10} KiB`;
}

/** A number, or a product of numbers. */
function numberOf(value: string): number | undefined {
  const number = value
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
  return Number.isFinite(number) ? number : undefined;
}

/** The length of each text, or of the only one. */
function lengthsOf(value: string): string | undefined {
  const lengths = [...value.matchAll(/(?:(\w+): \{ )?maxLength: ([\d_]+)/g)].map(([, text, length = '']) =>
    [text, numberOf(length)?.toLocaleString('en')].filter(Boolean).join(' '),
  );
  return lengths.length === 0 ? undefined : lengths.join(', ');
}

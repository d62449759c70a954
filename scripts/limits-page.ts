import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapVariables } from '../src/platform/config/variable.js';
import { VARIABLES } from '../src/platform/config/variables.js';

interface Limit {
  /** A setting, or a constant with the file that defines it. */
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** A number, a duration, or a quota like `1000/10s`. */
const NUMBER = /^\d+(?:ms|s|m|h|d)?(?:\/\d+(?:s|m|h))?$/;

/** Settings whose default is a number that limits nothing. */
const NO_LIMITS = ['PORT'];

/** `MAX_…` with the value and the comment before it. */
const CONSTANT =
  /(?:\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n)?export const (?<name>MAX_\w+) = (?<value>[^;]+);/g;

/** `…_LIMITS`, the longest texts of a kind of resource. */
const TEXTS =
  /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\nexport const (?<name>\w+_LIMITS) = \{(?<value>[^]*?)\} as const/g;

const INTRODUCTION = `# Limits

Every limit of the service: its settings, with their defaults, and then what is fixed. \`npm run limits\` writes this page from the settings and the constants of the code.

A setting like \`1000/10s\` allows 1000 uses in 10 seconds, and \`off\` any number; [ADR 24](adr/0024-rate-limits.md) explains whose uses are counted, and [errors.md](errors.md) what the answer is beyond a limit. Durations have the unit ms, s, m, h or d.`;

/** The text of `docs/limits.md`: one table of all limits. */
export function limitsPage(): string {
  const rows = [...settings(), ...constants()].map(
    ({ name, value, meaning }) => `| ${name} | ${value} | ${meaning} |`,
  );
  return [INTRODUCTION, '', '| Limit | Value | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function settings(): Limit[] {
  const limits: Limit[] = [];
  mapVariables(VARIABLES, ({ name, defaultText = '', description }) => {
    if (NUMBER.test(defaultText) && !NO_LIMITS.includes(name))
      limits.push({ name: `\`${name}\``, value: `\`${defaultText}\``, meaning: description });
  });
  return limits;
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
      ...[...text.matchAll(CONSTANT)].map((match) => limitOf(file, match, numberOf)),
      ...[...text.matchAll(TEXTS)].map((match) => limitOf(file, match, lengthsOf)),
    ];
  });
}

function limitOf(
  file: string,
  { groups = {} }: RegExpMatchArray,
  show: (value: string) => string | undefined,
): Limit {
  const { name = '', value = '', comment } = groups;
  const shown = show(value);
  if (comment === undefined || shown === undefined)
    throw new Error(`${file}: ${name} needs a comment of its own and a value in numbers for docs/limits.md`);
  return { name: `[\`${name}\`](../${file})`, value: shown, meaning: meaningOf(comment) };
}

/** A comment in one line, without what it refers to. */
function meaningOf(comment: string): string {
  return comment
    .replace(/^ *\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ \(decisions [^)]*\)/g, '')
    .trim();
}

/** A number, or a product of numbers. */
function numberOf(value: string): string | undefined {
  const number = value
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
  return Number.isFinite(number) ? number.toLocaleString('en') : undefined;
}

/** The length of each text, or of the only one. */
function lengthsOf(value: string): string | undefined {
  const lengths = [...value.matchAll(/(?:(\w+): \{ )?maxLength: ([\d_]+)/g)].map(([, text, length = '']) =>
    [text, numberOf(length)].filter(Boolean).join(' '),
  );
  return lengths.length === 0 ? undefined : lengths.join(', ');
}

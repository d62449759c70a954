import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { mapVariables, VARIABLES } from './variables.js';

/** A setting, with its value and a comment, as Node reads it: a value in quotes may have several lines. */
const ENTRY =
  /^\s*?(?:export\s+)?[\w.-]+[ \t]*=[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`|[^'"`\s][^\n]*|)[ \t]*(?:#[^\n]*)?$/gm;

/**
 * Loads the file `.env` of the working directory, if there is one, into the environment.
 * @param known - the names of all settings
 * @returns warnings: names that resemble a setting, and lines that are none. Values are not repeated: they may be secret
 */
export function readEnvFile(known: readonly string[]): string[] {
  if (!existsSync('.env')) return [];
  loadEnvFile('.env');
  return warningsOf(readFileSync('.env', 'utf8').replaceAll('\r\n', '\n'), known);
}

/** @param text - of a file `.env` */
export function warningsOf(text: string, known: readonly string[]): string[] {
  const misspelt = Object.keys(parseEnv(text)).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((setting) => areSimilar(name, setting));
    return meant === undefined ? [] : [`.env: ${name} is not a setting; did you mean ${meant}?`];
  });
  const rest = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, ''));
  const numbers = rest.split('\n').flatMap((line, index) => (/^\s*(?:#|$)/.test(line) ? [] : [index + 1]));
  if (numbers.length === 0) return misspelt;
  const more = numbers.length > 5 ? ` and ${numbers.length - 5} more` : '';
  return [
    ...misspelt,
    `.env: not NAME=value, or a quote without its end, in line ${numbers.slice(0, 5).join(', ')}${more}`,
  ];
}

/** Whether two names differ in case, in one character, or by the order of two neighbours. */
function areSimilar(name: string, setting: string): boolean {
  const given = name.toUpperCase();
  const shorter = Math.min(given.length, setting.length);
  let start = 0;
  while (start < shorter && given[start] === setting[start]) start++;
  let end = 0;
  while (end < shorter - start && given.at(-1 - end) === setting.at(-1 - end)) end++;
  const [one, other] = [given.slice(start, given.length - end), setting.slice(start, setting.length - end)];
  if (one.length <= 1 && other.length <= 1) return true;
  return one.length === 2 && one === other.split('').reverse().join('');
}

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const entries: string[] = [];
  mapVariables(VARIABLES, ({ name, defaultText, description }) =>
    entries.push(`# ${description}\n${defaultText === undefined ? '#' : ''}${name}=${defaultText ?? ''}\n`),
  );
  return `# Every setting of the service with its default. Copy to .env and change what differs.\n\n${entries.join('\n')}`;
}

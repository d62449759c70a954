import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { InvalidSettings, Settings } from './settings.js';

/** A setting, with its value and a comment, as Node reads it: a value in quotes may have several lines. */
const ENTRY =
  /^[^\S\r\n\u2028\u2029]*(?:export\s+)?[\w.-]+[ \t]*=(?:[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`|[^'"`\s][^\n]*))?[ \t]*(?:#[^\n]*)?$/gm;

/**
 * Reads the settings of this process: its environment, then the file `.env` for the variables that are not set there.
 * @returns the settings, and warnings in one line each
 * @throws {InvalidSettings} which contains the warnings, too
 */
export function loadSettings(kind: 'service' | 'command'): {
  settings: Settings;
  warnings: readonly string[];
} {
  const names = Settings.from({}).variables.map(({ name }) => name);
  const file = readEnvFile(names);
  const others = Object.keys(process.env).filter((name) => !file.names.includes(name));
  const warnings = [...file.warnings, ...warningsOfNames('environment', others, names)];
  try {
    const settings = Settings.from(process.env, kind);
    if (kind === 'service' && settings.isProduction && settings.mail.smtpUrl === undefined) {
      warnings.push('SMTP_URL: is not set; mails are written to files, and nobody receives them');
    }
    return { settings, warnings };
  } catch (error) {
    throw error instanceof InvalidSettings ? new InvalidSettings([error.message, ...warnings]) : error;
  }
}

interface EnvFile {
  readonly names: readonly string[];
  /** Names that resemble a setting, and lines that are none. Values are not repeated: they may be secret. */
  readonly warnings: readonly string[];
}

/**
 * Loads the file `.env` of the working directory, if there is one, into the environment.
 * @param known - the names of all settings
 */
function readEnvFile(known: readonly string[]): EnvFile {
  if (!existsSync('.env')) return { names: [], warnings: [] };
  loadEnvFile('.env');
  return parseEnvFile(readFileSync('.env', 'utf8').replaceAll('\r\n', '\n'), known);
}

/** @param text - of a file `.env` */
export function parseEnvFile(text: string, known: readonly string[]): EnvFile {
  const names = Object.keys(parseEnv(text));
  const warnings = warningsOfNames('.env', names, known);
  const rest = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, ''));
  const numbers = rest.split('\n').flatMap((line, index) => (/^\s*(?:#|$)/.test(line) ? [] : [index + 1]));
  if (numbers.length > 0) {
    const more = numbers.length > 5 ? ` and ${numbers.length - 5} more` : '';
    const lines = `${numbers.slice(0, 5).join(', ')}${more}`;
    warnings.push(`.env: not NAME=value, or a quote without its end, in line ${lines}`);
  }
  return { names, warnings };
}

/** Warns of names that are no setting and resemble one. */
export function warningsOfNames(
  source: '.env' | 'environment',
  names: readonly string[],
  known: readonly string[],
): string[] {
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((setting) => areSimilar(name.toUpperCase(), setting));
    return meant === undefined ? [] : [`${source}: ${name} is not a setting; did you mean ${meant}?`];
  });
}

/**
 * One character differs, or two are swapped. More would warn of ordinary variables: `HOME` is two edits from `HOST`.
 */
function areSimilar(name: string, setting: string): boolean {
  const edits = distance(name, setting);
  return edits <= 1 || (edits === 2 && sorted(name) === sorted(setting));
}

function sorted(text: string): string {
  return text.split('').sort().join('');
}

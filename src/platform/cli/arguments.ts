import { InvalidArgumentError, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import { parseDayOrMoment } from '../../shared-kernel/date-time.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { emailIssues } from '../../shared-kernel/email.js';
import { isId } from '../../shared-kernel/id.js';
import { parseDuration } from '../config/parsers.js';

/**
 * A parser of arguments for commander.
 * @param parse - returns undefined for an invalid text
 */
function argument<Value>(parse: (text: string) => Value | undefined, rule: string): (text: string) => Value {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(rule);
    return value;
  };
}

/** An id. A malformed one is wrong usage, not an unknown id. */
export const id = argument(
  (text) => (isId(text) ? text : undefined),
  'It must have 24 lower-case hexadecimal characters.',
);

/** The id or the name of a company. */
export const company = argument(
  (text) => (text.trim() === '' ? undefined : text),
  'It must be the id or the name of a company.',
);

/** The id or the e-mail address of a user. */
export const user = argument(
  (text) => (isId(text) || emailIssues(text).length === 0 ? text : undefined),
  'It must be an id of 24 lower-case hexadecimal characters or an e-mail address.',
);

/** Listed at most, whatever is asked for. */
const MOST_LISTED = 999_999;

const countUpTo = (most: number) =>
  argument(
    (text) => (/^\d{1,6}$/.test(text) && Number(text) > 0 && Number(text) <= most ? Number(text) : undefined),
    `It must be a whole number from 1 to ${most}.`,
  );

/** A number of records. */
export const count = countUpTo(MOST_LISTED);

/** A duration in seconds, minutes, hours or days. Its value is in milliseconds. */
export const duration = argument(
  (text) => (text.endsWith('ms') ? undefined : parseDuration(text)),
  'It must be a whole number with its unit: s, m, h or d, like 12h.',
);

/** A date or a time. */
export const dayOrMoment = argument(
  parseDayOrMoment,
  'It must be a date (YYYY-MM-DD or ddMMyyyy) or an RFC 3339 date-time.',
);

/** A list of known words separated by commas. */
export function listOf<const Word extends string>(words: readonly Word[]): (text: string) => Word[] {
  return argument(
    (text) => {
      const items = text.split(',').map((item) => words.find((word) => word === item.trim()));
      return items.every((item) => item !== undefined) ? items : undefined;
    },
    `It must be a list, separated by commas, of ${words.join(', ')}.`,
  );
}

/** One of a list of words; for another one, the nearest is named. */
export function wordOf<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Did you mean ${closest(text, words)}? Known are ${words.join(', ')}.`);
  };
}

/** Checks a value by a rule of the domain, so that an invalid one is found before the database is opened. */
export function acceptedBy<Value>(check: (value: Value) => void): (value: Value) => Value {
  return (value) => {
    try {
      check(value);
    } catch (error) {
      throw error instanceof DomainError ? new InvalidArgumentError(error.message) : error;
    }
    return value;
  };
}

/** Listed at most without `--limit`. */
const DEFAULT_LIMIT = 1_000;

/** The mandatory option that names a company. */
export function companyOption(): Option {
  return new Option('--company <id|name>', 'id of the company, or its name if no other has the same')
    .argParser(company)
    .makeOptionMandatory();
}

/** A mandatory option that names a user. */
export function userOption(name = '--user', who = 'the user'): Option {
  return optionalUserOption(name, who).makeOptionMandatory();
}

/** An option that names a user. */
export function optionalUserOption(name: string, who: string): Option {
  return new Option(`${name} <id|email>`, `id of ${who}, or the e-mail address`).argParser(user);
}

/** The most records that a list shows. */
export function limitOption(most = MOST_LISTED): Option {
  return new Option('--limit <number>', 'how many to show at most, the newest first')
    .argParser(countUpTo(most))
    .default(DEFAULT_LIMIT);
}

import { InvalidArgumentError } from 'commander';
import { parseDayOrMoment, type DayOrMoment } from '../../shared-kernel/date-time.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { emailIssues } from '../../shared-kernel/email.js';
import { isId } from '../../shared-kernel/id.js';
import { parseDuration } from '../config/parsers.js';

/** Reads an id. A malformed one is wrong usage, not an unknown id. */
export function id(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It must have 24 lower-case hexadecimal characters.');
  return text;
}

/** Reads what names a company: its id or name. */
export function company(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be the id or the name of a company.');
  return text;
}

/** Reads what names a user: an id or e-mail address. */
export function user(text: string): string {
  if (isId(text) || emailIssues(text).length === 0) return text;
  throw new InvalidArgumentError(
    'It must be an id of 24 lower-case hexadecimal characters or an e-mail address.',
  );
}

/** Reads how many records to show. */
export function count(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  return value;
}

/** Reads a duration in seconds, minutes, hours or days. @returns milliseconds */
export function duration(text: string): number {
  const milliseconds = text.endsWith('ms') ? undefined : parseDuration(text);
  if (milliseconds === undefined) {
    throw new InvalidArgumentError('It must be a whole number with its unit: s, m, h or d, like 12h.');
  }
  return milliseconds;
}

/** Reads a date or a time. */
export function dayOrMoment(text: string): DayOrMoment {
  const time = parseDayOrMoment(text);
  if (time === undefined)
    throw new InvalidArgumentError('It must be a date (YYYY-MM-DD or ddMMyyyy) or an RFC 3339 date-time.');
  return time;
}

/** Reads a list of known words separated by commas. */
export function listOf<const Word extends string>(words: readonly Word[]): (text: string) => Word[] {
  return (text) =>
    text.split(',').map((item) => {
      const word = words.find((candidate) => candidate === item.trim());
      if (word === undefined) {
        throw new InvalidArgumentError(`It must be a list, separated by commas, of ${words.join(', ')}.`);
      }
      return word;
    });
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

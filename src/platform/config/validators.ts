import { isAbsolute } from 'node:path';
import { EnvError, makeExactValidator, type ExactValidator } from 'envalid';
import { parseMailbox } from '../../shared-kernel/mailbox.js';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a text like `500ms`, `30s`, `15m`, `12h` or `365d`; undefined when it is not one. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}

/** A duration with its unit, within bounds (milliseconds, both inclusive). */
export function duration(bounds: { min: string; max: string }): ExactValidator<number> {
  const min = parseDuration(bounds.min) ?? 0;
  const max = parseDuration(bounds.max) ?? Infinity;
  return makeExactValidator((input) => {
    const value = parseDuration(input);
    if (value === undefined || value < min || value > max) {
      throw new EnvError(
        `must be a duration from ${bounds.min} to ${bounds.max}, with its unit (ms, s, m, h or d)`,
      );
    }
    return value;
  });
}

/** A whole number within bounds, both inclusive. */
export function integer(min: number, max: number): ExactValidator<number> {
  return makeExactValidator((input) => {
    const value = /^\d{1,15}$/.test(input) ? Number(input) : NaN;
    if (!(value >= min && value <= max)) throw new EnvError(`must be a whole number from ${min} to ${max}`);
    return value;
  });
}

/** One of a few words, exactly as written. */
export function oneOf<const T extends string>(...words: readonly T[]): ExactValidator<T> {
  return makeExactValidator((input) => {
    const word = words.find((candidate) => candidate === input);
    if (word === undefined) throw new EnvError(`must be one of ${words.join(', ')}`);
    return word;
  });
}

/** `true` or `false`, nothing else. */
export const flag = makeExactValidator<boolean>((input) => {
  if (input !== 'true' && input !== 'false') throw new EnvError('must be true or false');
  return input === 'true';
});

/** An absolute URL of one of the given schemes. The value is never repeated in the issue: it may hold a password. */
export function urlOf(...schemes: readonly string[]): ExactValidator<string> {
  return makeExactValidator((input) => {
    const url = URL.canParse(input) ? new URL(input) : undefined;
    if (!url || !schemes.includes(url.protocol.slice(0, -1)) || url.host === '') {
      throw new EnvError(
        `must be an absolute URL that begins with ${schemes.map((s) => `${s}://`).join(' or ')}`,
      );
    }
    return input;
  });
}

/** Address of a Redis, with the number of a database as its path or without one. */
export const redisUrl = makeExactValidator((input) => {
  const url = urlOf('redis', 'rediss')()._parse(input);
  if (!/^\/?\d{0,5}$/.test(new URL(url).pathname)) {
    throw new EnvError('must have the number of a database as its path, or no path');
  }
  return url;
});

/** Origins (scheme, host and port) separated by commas. */
export const origins = makeExactValidator<readonly string[]>((input) =>
  input.split(',').map((text) => {
    const origin = text.trim();
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new EnvError('must be origins like https://app.example.com, separated by commas, without paths');
    }
    return origin;
  }),
);

/** A text that matches a pattern; the rule is said in words. */
export function matching(pattern: RegExp, rule: string): ExactValidator<string> {
  return makeExactValidator((input) => {
    if (!pattern.test(input)) throw new EnvError(rule);
    return input;
  });
}

/** Who a message is from: `jo@example.com` or `Jo Doe <jo@example.com>`. */
export const mailbox = makeExactValidator((input) => {
  const parsed = parseMailbox(input);
  if (!parsed) throw new EnvError('must be an address like jo@example.com or Jo Doe <jo@example.com>');
  return parsed;
});

/** A folder: a path that is absolute or relative to the working directory. */
export const folder = makeExactValidator<string>((input) => {
  if (input.includes('\0') || (isAbsolute(input) && input === '/'))
    throw new EnvError('must be the path of a folder');
  return input;
});

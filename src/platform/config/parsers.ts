import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseMailbox, type Mailbox } from '../../shared-kernel/mailbox.js';

/** Reads the text of a variable. @throws {InvalidVariable} */
export type Parser<T> = (text: string) => T;

/** The value of a variable is invalid. The message completes "NAME: " and never repeats the value: it may be secret. */
export class InvalidVariable extends Error {}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a text like `500ms`, `30s`, `15m`, `12h` or `365d`; undefined when it is not one. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}

/** A duration with its unit, within bounds, both inclusive. Its value is in milliseconds. */
export function duration(min: string, max: string): Parser<number> {
  const [minMs, maxMs] = [parseDuration(min) ?? 0, parseDuration(max) ?? Infinity];
  return (text) => {
    const value = parseDuration(text);
    if (value === undefined || value < minMs || value > maxMs) {
      throw new InvalidVariable(`must be a duration from ${min} to ${max}, with its unit (ms, s, m, h or d)`);
    }
    return value;
  };
}

/** A number of uses in a window of seconds. */
export interface Quota {
  readonly uses: number;
  readonly windowS: number;
}

const SIZE_UNITS: Readonly<Record<string, number>> = { KiB: 1_024, MiB: 1_048_576, GiB: 1_073_741_824 };
const MAX_WINDOW_S = 86_400;

/** A quota like `1000/10s`; undefined for `off`. */
export const quota = quotaOf(
  /^(?<number>[1-9]\d{0,8}|1000000000)\/(?<window>.+)$/,
  'must be off, or a number from 1 to 1000000000 and a duration of whole seconds from 1s to 24h, like 1000/10s',
);

/** A quota of bytes like `256MiB/1h`, each byte a use; undefined for `off`. */
export const byteQuota = quotaOf(
  /^(?<number>[1-9]\d{0,3})(?<unit>KiB|MiB|GiB)\/(?<window>.+)$/,
  'must be off, or a size from 1KiB to 9999GiB and a duration of whole seconds from 1s to 24h, like 256MiB/1h',
);

/** Windows are whole seconds, because Redis counts in them. */
function quotaOf(pattern: RegExp, rule: string): Parser<Quota | undefined> {
  return (text) => {
    if (text === 'off') return undefined;
    const { number, unit = '', window = '' } = pattern.exec(text)?.groups ?? {};
    const windowS = (parseDuration(window) ?? NaN) / 1_000;
    if (!Number.isInteger(windowS) || windowS < 1 || windowS > MAX_WINDOW_S) throw new InvalidVariable(rule);
    return { uses: Number(number) * (SIZE_UNITS[unit] ?? 1), windowS };
  };
}

/**
 * The proxies whose `X-Forwarded-For` counts, in the form of Express: none, the number of proxies in front of the
 * service, or their addresses. To trust every proxy is refused, because clients could then write their own address.
 */
export function trustedProxies(text: string): false | number | string[] {
  if (text === 'off') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const proxies = text.split(',').map((item) => item.trim());
  if (!proxies.every(isProxy)) {
    throw new InvalidVariable(
      'must be off, a number of proxies from 1 to 9, or addresses and subnets like 10.0.0.0/8 or ' +
        'loopback, separated by commas',
    );
  }
  return proxies;
}

function isProxy(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}

/** An address, or a subnet in the notation of CIDR. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits > 0 && (prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= bits));
}

/** A whole number within bounds, both inclusive. */
export function integer(min: number, max: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidVariable(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

export function oneOf<const T extends string>(...words: readonly T[]): Parser<T> {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new InvalidVariable(`must be one of ${words.join(', ')}`);
    return word;
  };
}

export function flag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidVariable('must be true or false');
  return text === 'true';
}

/** An absolute URL of one of the given schemes. */
export function urlOf(...schemes: readonly string[]): Parser<string> {
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !schemes.includes(url.protocol.slice(0, -1)) || url.host === '') {
      throw new InvalidVariable(`must be an absolute URL that begins with ${beginnings}`);
    }
    return text;
  };
}

/** Characters of an address; braces are those of the placeholders. */
const URL_TEMPLATE = /^[!#-;=?-[\]_a-z~]+$/;

/** An address with `{planId}`, and `{actionId}` where the app shows single actions, not in the name of the host. */
export function appUrl(text: string): string {
  const ids = text.replaceAll('{planId}', 'plan-id').replaceAll('{actionId}', 'action-id');
  const url = URL_TEMPLATE.test(ids) && URL.canParse(ids) ? new URL(ids) : undefined;
  const isTemplate = text.includes('{planId}') && /^https?:\/\/[^/?#{]+[/?#]/.test(text);
  if (!url || !isTemplate || url.username !== '' || url.password !== '') {
    throw new InvalidVariable(
      'must be a URL that begins with http:// or https:// and has {planId} after the host, and may have {actionId}',
    );
  }
  return text;
}

export function redisUrl(text: string): string {
  const url = urlOf('redis', 'rediss')(text);
  if (!/^\/?\d{0,5}$/.test(new URL(url).pathname)) {
    throw new InvalidVariable('must have the number of a database as its path, or no path');
  }
  return url;
}

const SENTINEL_PORT = 26_379;

/** Addresses of sentinels like `10.0.0.1:26379` or `[::1]`, separated by commas. */
export function sentinels(text: string): { readonly host: string; readonly port: number }[] {
  return text.split(',').map((item) => {
    const [, host = '', port = SENTINEL_PORT] =
      /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(item.trim()) ?? [];
    if (!URL.canParse(`redis://${host}:${port}`) || host === '' || Number(port) === 0) {
      throw new InvalidVariable(
        'must be hosts with or without a port, like 10.0.0.1:26379, separated by commas',
      );
    }
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  });
}

/** Origins (scheme, host and port) separated by commas. */
export function origins(text: string): string[] {
  return text.split(',').map((item) => {
    const origin = item.trim();
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new InvalidVariable(
        'must be origins like https://app.example.com, separated by commas, without paths',
      );
    }
    return origin;
  });
}

export function matching(pattern: RegExp, rule: string): Parser<string> {
  return (text) => {
    if (!pattern.test(text)) throw new InvalidVariable(rule);
    return text;
  };
}

export function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed) {
    throw new InvalidVariable('must be an address like jo@example.com or Jo Doe <jo@example.com>');
  }
  return parsed;
}

/** A path, absolute or relative to the working directory. Its value is absolute. */
export function folder(text: string): string {
  if (text.includes('\0') || text === '/') throw new InvalidVariable('must be the path of a folder');
  return resolve(text);
}

/** Addresses and subnets, separated by commas. */
export function networks(text: string): string[] {
  const given = text.split(',').map((item) => item.trim());
  if (!given.every(isNetwork))
    throw new InvalidVariable('must be addresses and subnets like 10.1.2.0/24, separated by commas');
  return given;
}

/** Keys of 32 bytes in Base64, separated by commas. */
export function secretsKeys(text: string): Buffer[] {
  const keys = text.split(',').map((item) => item.trim());
  if (!keys.every((key) => /^[\w+/-]{43}=?$/.test(key)))
    throw new InvalidVariable('must be 32 bytes in Base64, or several such keys separated by commas');
  return keys.map((key) => Buffer.from(key, 'base64'));
}

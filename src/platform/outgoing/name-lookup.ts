import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { property } from '../errors/sql-error-facts.js';

/** Longest time of a look-up, in milliseconds. */
export const MAX_NAME_LOOKUP_MS = 2_000;

/** Names whose addresses, or failures, a process keeps. */
const MAX_KEPT_NAMES = 1_000;

/** Addresses of a name that are tried: an answer may have thousands, and each connection checks them. */
export const MAX_ADDRESSES_OF_NAME = 10;

/** For which addresses are kept, whatever the name server says, in seconds. */
const KEPT_S = { shortest: 5, longest: 60, failure: 5 };

/** Networks that lead inside, although the filter of addresses counts them as public. */
const INSIDE = new BlockList();
INSIDE.addSubnet('::', 96, 'ipv6'); // IPv4-compatible, RFC 4291, 2.5.5.1
INSIDE.addAddress('168.63.129.16'); // the host of a virtual machine of Azure

/** The filter decides about the loopback address, which may be allowed. */
const LOOPBACK = '::1';

/** True for an address in a network that leads inside. */
export function isInside(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && address !== LOOPBACK && INSIDE.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Names that never leave a machine (RFC 6761, 6.3). */
const LOCALHOST: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: LOOPBACK, family: 6 },
];

/** The addresses of a name, or why there are none. */
type Answer = { readonly addresses: readonly Address[] } | { readonly error: Error };

/** With the codes of Node: `ENOTFOUND` for a name without addresses, `EAI_AGAIN` where no name server has answered. */
class LookupFailed extends Error {
  constructor(
    hostname: string,
    readonly code: 'ENOTFOUND' | 'EAI_AGAIN',
  ) {
    super(`${code} ${hostname}`);
  }
}

/**
 * Looks up the names of hosts. It asks the name servers of the machine by sockets of its own, and not the thread
 * pool, in which look-ups of the database, Redis, SMTP and S3 would wait behind names whose servers do not answer.
 * Files of hosts and search domains are not read.
 */
@Injectable()
export class NameLookup {
  private readonly kept = new LRUCache<string, Promise<Answer>>({ max: MAX_KEPT_NAMES });

  /** @param resolver - another one for tests */
  constructor(private readonly resolver = new Resolver({ timeout: MAX_NAME_LOOKUP_MS / 2, tries: 2 })) {}

  /** For sockets. */
  readonly lookup: LookupFunction = (hostname, { all, family }, callback) => {
    void this.addressesOf(hostname.toLowerCase().replace(/\.$/, '')).then((answer) => {
      if ('error' in answer) {
        callback(answer.error, '');
        return;
      }
      const version =
        family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : undefined;
      const usable = answer.addresses.filter((each) => version === undefined || each.family === version);
      const [first] = usable;
      if (!first) callback(new LookupFailed(hostname, 'ENOTFOUND'), '');
      else if (all) callback(null, [...usable]);
      else callback(null, first.address, first.family);
    });
  };

  /** Look-ups of one name at the same time are one. */
  private addressesOf(hostname: string): Promise<Answer> {
    if (hostname === 'localhost' || hostname.endsWith('.localhost'))
      return Promise.resolve({ addresses: LOCALHOST });
    const known = this.kept.get(hostname);
    if (known) return known;
    const asked = this.ask(hostname);
    // Longer than the look-up takes, and then for as long as its answer says.
    this.kept.set(hostname, asked, { ttl: 2 * MAX_NAME_LOOKUP_MS });
    return asked;
  }

  private async ask(hostname: string): Promise<Answer> {
    const clock = new AbortController();
    const late = sleep(MAX_NAME_LOOKUP_MS, 'late' as const, { signal: clock.signal }).catch(
      () => 'late' as const,
    );
    const asked = Promise.allSettled([
      this.resolver.resolve4(hostname, { ttl: true }),
      this.resolver.resolve6(hostname, { ttl: true }),
    ]);
    const settled = await Promise.race([asked, late]);
    clock.abort();
    const [answer, keptS] = answerOf(hostname, settled);
    this.kept.set(hostname, Promise.resolve(answer), { ttl: keptS * 1_000 });
    return answer;
  }
}

type Records = readonly { readonly address: string; readonly ttl: number }[];

/** The answer, and for how many seconds it is kept. */
function answerOf(
  hostname: string,
  settled: readonly [PromiseSettledResult<Records>, PromiseSettledResult<Records>] | 'late',
): readonly [Answer, number] {
  if (settled === 'late') return [{ error: new LookupFailed(hostname, 'EAI_AGAIN') }, KEPT_S.failure];
  const [four, six] = settled;
  const records = [...found(four, 4), ...found(six, 6)];
  if (records.some(({ address }) => isInside(address)))
    return [{ error: new Error('The address is not allowed. Because it leads inside.') }, KEPT_S.failure];
  if (records.length === 0) {
    const code = [four, six].some(isUnanswered) ? 'EAI_AGAIN' : 'ENOTFOUND';
    return [{ error: new LookupFailed(hostname, code) }, KEPT_S.failure];
  }
  const ttl = Math.min(...records.map((each) => each.ttl));
  return [{ addresses: records }, Math.min(KEPT_S.longest, Math.max(KEPT_S.shortest, ttl))];
}

/** True unless the name server has said that there is no address. */
function isUnanswered(result: PromiseSettledResult<Records>): boolean {
  if (result.status === 'fulfilled') return false;
  return !['ENOTFOUND', 'ENODATA'].includes(property(result.reason, 'code') ?? '');
}

function found(result: PromiseSettledResult<Records>, family: 4 | 6): (Address & { readonly ttl: number })[] {
  if (result.status === 'rejected') return [];
  return result.value.slice(0, MAX_ADDRESSES_OF_NAME / 2).map((each) => ({ ...each, family }));
}

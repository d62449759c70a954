import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/**
 * What the address of a client is counted by: an IPv4 address, or the first 64 bits of an IPv6 address, because a single
 * host usually has a whole network of that size.
 */
export function clientNetwork({ ip, socket }: Request): string {
  // Trusted proxies have written `ip`; some write more than an address.
  const address = (ip ?? '').replace(MAPPED_IPV4, '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? network64(address) : (socket.remoteAddress ?? '');
}

function network64(address: string): string {
  const [before = '', after] = address.replace(/%.*$/, '').split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...gap, ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

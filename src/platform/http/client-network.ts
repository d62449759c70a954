import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * What the address of a client is counted by: an IPv4 address, or the first 64 bits of an IPv6 address, because a single
 * host usually has a whole network of that size.
 */
export function clientNetwork({ ip, socket }: Request): string {
  // Trusted proxies have written `ip`; some write more than an address.
  if (ip === undefined || !ipaddr.isValid(ip)) return socket.remoteAddress ?? '';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}

import { isIPv6 } from 'node:net';

/** Groups of an address that name a network: a customer of a provider has a /64 at least. */
const GROUPS_OF_NETWORK = 4;

const GROUPS = 8;

/** The network of a client: its IPv4 address, or the /64 of its IPv6 address. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const [, mapped = bare] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare) ?? [];
  if (!isIPv6(mapped)) return mapped;
  // The parser writes an IPv4 address at the end in groups, and each group without zeros at its beginning.
  const { hostname } = new URL(`http://[${mapped}]/`);
  const [left = '', right] = hostname.slice(1, -1).split('::');
  const [before, after] = [left, right ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const missing = right === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
}

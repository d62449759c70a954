import type { Request } from 'express';
import { clientNetwork } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1::9', '2001:db8:1:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['192.0.2.1:8080', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    [undefined, '10.0.0.1'],
  ])('of %s is %s', (ip, network) => {
    expect(clientNetwork({ ip, socket: { remoteAddress: '10.0.0.1' } } as Request)).toBe(network);
  });
});

import type { RedisSettings } from '../config/settings.js';
import { redisConnection } from './redis-connection.js';

const server = (settings: Partial<RedisSettings>): RedisSettings => ({
  url: undefined,
  sentinels: undefined,
  sentinelMaster: 'm',
  sentinelPassword: undefined,
  ...settings,
});

describe('redisConnection', () => {
  it.each([
    ['redis://localhost', { host: 'localhost', port: 6379, db: 0 }],
    ['redis://10.0.0.1:7000/3', { host: '10.0.0.1', port: 7000, db: 3 }],
    ['redis://[::1]:7000/', { host: '::1', port: 7000, db: 0 }],
    ['redis://:p%40ss@h', { host: 'h', password: 'p@ss' }],
    ['rediss://us%3Aer:p%2Fw@h:1/0', { host: 'h', port: 1, username: 'us:er', password: 'p/w', tls: {} }],
  ])('reads %s', (url, expected) => {
    expect(redisConnection(server({ url }))).toMatchObject(expected);
  });

  it('asks for nothing that the address does not say', () => {
    const connection = redisConnection(server({ url: 'redis://h' }));
    for (const member of ['username', 'password', 'tls', 'sentinels'])
      expect(connection).not.toHaveProperty(member);
  });

  it('lets producers fail at once and reconnects soon, however long Redis was away', () => {
    const { maxRetriesPerRequest, retryStrategy } = redisConnection(server({ url: 'redis://h' }));
    expect(maxRetriesPerRequest).toBe(1);
    expect(retryStrategy?.(1)).toBeLessThanOrEqual(100);
    expect(retryStrategy?.(1_000)).toBe(1_000);
  });

  it('asks sentinels for the host, and takes the rest from the address', () => {
    const addresses = [{ host: 's', port: 26_379 }];
    const connection = redisConnection(
      server({ url: 'rediss://u:p@h:1/3', sentinels: addresses, sentinelPassword: 'q' }),
    );
    expect(connection).toMatchObject({
      ...{ sentinels: addresses, name: 'm', sentinelPassword: 'q', username: 'u', password: 'p', db: 3 },
      ...{ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true },
    });
    expect(connection).not.toHaveProperty('host');
    expect(redisConnection(server({ sentinels: addresses }))).toMatchObject({ sentinels: addresses, db: 0 });
  });
});

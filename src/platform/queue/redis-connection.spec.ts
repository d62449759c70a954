import { redisConnection } from './redis-connection.js';

describe('redisConnection', () => {
  it.each([
    ['redis://localhost', { host: 'localhost', port: 6379, db: 0 }],
    ['redis://10.0.0.1:7000/3', { host: '10.0.0.1', port: 7000, db: 3 }],
    ['redis://[::1]:7000/', { host: '::1', port: 7000, db: 0 }],
    ['redis://:p%40ss@h', { host: 'h', password: 'p@ss' }],
    ['rediss://us%3Aer:p%2Fw@h:1/0', { host: 'h', port: 1, username: 'us:er', password: 'p/w', tls: {} }],
  ])('reads %s', (address, expected) => {
    expect(redisConnection(address)).toMatchObject(expected);
  });

  it('asks for nothing that the address does not say', () => {
    const connection = redisConnection('redis://h');
    for (const member of ['username', 'password', 'tls']) expect(connection).not.toHaveProperty(member);
  });

  it('lets producers fail at once and reconnects soon, however long Redis was away', () => {
    const { maxRetriesPerRequest, retryStrategy } = redisConnection('redis://h');
    expect(maxRetriesPerRequest).toBe(1);
    expect(retryStrategy?.(1)).toBeLessThanOrEqual(100);
    expect(retryStrategy?.(1_000)).toBe(1_000);
  });
});

import { setImmediate } from 'node:timers/promises';
import { ConnectionPool } from '../../src/platform/database/connection.js';
import { TcpProxy } from '../process/tcp-proxy.js';
import { freshDatabase } from '../support/databases.js';

let proxy: TcpProxy;
let pool: ConnectionPool;

beforeEach(async () => {
  proxy = await TcpProxy.to(await freshDatabase('pool'));
  pool = new ConnectionPool({ connectionString: proxy.databaseUrl, query_timeout: 500 });
  pool.on('error', () => undefined); // of connections that are closed while they are idle
  await Promise.all([1, 2, 3].map(() => pool.query('SELECT pg_sleep(0.1)')));
  expect(pool.idleCount).toBe(3);
  proxy.forget();
});

afterEach(async () => {
  await pool.end();
  await proxy.close();
});

describe('a pool whose connections are dead', () => {
  it('serves the next statement by a new one, directly after a statement without an answer', async () => {
    await expect(pool.query('SELECT 1')).rejects.toThrow('Query read timeout');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('serves the next request by a new one, directly after a transaction without an answer', async () => {
    const client = await pool.connect();
    await expect(client.query('BEGIN')).rejects.toThrow('Query read timeout');
    client.release();
    await setImmediate();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Settings } from '../../src/platform/config/settings.js';
import { APPLICATION_NAME } from '../../src/platform/database/application-name.js';
import { CompanyConnections, LookUpConnections } from '../../src/platform/database/company-connections.js';
import { ConnectionPool } from '../../src/platform/database/connection.js';
import { NoPermit } from '../../src/platform/database/semaphore.js';
import { DatabaseSilent } from '../../src/platform/database/sql-errors.js';
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

describe('a pool whose connections are all in use', () => {
  const open = async (): Promise<ConnectionPool> => {
    const connectionString = await freshDatabase('small_pool');
    return new ConnectionPool({ connectionString, max: 1, connectionTimeoutMillis: 1_000 });
  };

  it('is busy while others are answered, and does not blame the database', async () => {
    const small = await open();
    const first = await small.connect();
    const second = small.connect();
    const refused = expect(small.connect()).rejects.toEqual(new NoPermit('process'));
    const refusedQuery = expect(small.query('SELECT 1')).rejects.toEqual(new NoPermit('process'));
    await sleep(750);
    first.release();
    const other = await second;
    await Promise.all([refused, refusedQuery]);
    other.release();
    expect((await small.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await small.end();
  });

  it('gets no answer from the database when nobody is answered', async () => {
    const small = await open();
    const first = await small.connect();
    await expect(small.connect()).rejects.toThrow('timeout exceeded when trying to connect');
    first.release();
    await small.end();
  });
});

describe('look-ups that wait for others', () => {
  const open = async (prepare?: (url: string) => Promise<void>) => {
    const url = await freshDatabase('small_pool');
    await prepare?.(url);
    const pool = new ConnectionPool({ connectionString: url });
    const dataSource = { options: { url } } as unknown as DataSource;
    const permits = new LookUpConnections(Settings.from({ DATABASE_POOL_WAIT: '500ms' }), dataSource);
    const never = new Promise<void>(() => undefined);
    let finish!: () => void;
    let fail!: (error: Error) => void;
    const finished = new Promise<void>((resolve, reject) => ([finish, fail] = [resolve, reject]));
    void permits.run({ companyId: '' }, () => never);
    permits.run({ companyId: '' }, () => finished).catch(() => undefined);
    permits.run({ companyId: '' }, () => never).catch(() => undefined); // takes the permit of the one that finishes
    return { pool, finish, fail, refused: permits.run({ companyId: '' }, () => never) };
  };

  it('are refused for the database when it works on no statement', async () => {
    const { pool, refused } = await open();
    await expect(refused).rejects.toThrow(DatabaseSilent);
    await pool.end();
  });

  it('are refused for the others when it works on a long statement', async () => {
    const { pool, refused } = await open();
    const outcome = expect(refused).rejects.toEqual(new NoPermit('process'));
    await pool.query('SELECT pg_sleep(1)');
    await outcome;
    await pool.end();
  });

  it.each([
    ['the service, whose connection is dead', APPLICATION_NAME, new DatabaseSilent()],
    ['another program', 'psql', new NoPermit('process')],
  ])(
    'are refused when a long statement waits for a transaction of %s',
    async (_, application_name, error) => {
      let holder!: pg.Client;
      const { pool, refused } = await open(async (connectionString) => {
        holder = new pg.Client({ connectionString, application_name });
        await holder.connect();
        await holder.query('BEGIN; CREATE TABLE held ()');
      });
      const outcome = expect(refused).rejects.toEqual(error);
      const waiting = pool.query('CREATE TABLE held ()');
      await outcome;
      await holder.end();
      await waiting;
      await pool.end();
    },
  );

  it('are refused for the others when one of them has just finished', async () => {
    const { pool, refused, finish } = await open();
    const outcome = expect(refused).rejects.toEqual(new NoPermit('process'));
    await sleep(400);
    finish();
    await outcome;
    await pool.end();
  });

  it('are refused for the database when one of them has just failed without an answer', async () => {
    const { pool, refused, fail } = await open();
    const outcome = expect(refused).rejects.toThrow(DatabaseSilent);
    await sleep(400);
    fail(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    await outcome;
    await pool.end();
  });
});

describe('requests of a caller whose connections are dead', () => {
  it('are refused for the database, even where colleagues get on by new connections', async () => {
    const url = await freshDatabase('dead_of_one');
    const settings = Settings.from({ DATABASE_POOL_WAIT: '500ms', DATABASE_POOL_SIZE: '6' });
    const permits = new CompanyConnections(settings, { options: { url } } as unknown as DataSource);
    const [ofOne, ofColleague] = ['one', 'colleague'].map((callerId) => ({ companyId: '', callerId }));
    const never = new Promise<void>(() => undefined);
    for (let held = 0; held < 2; held++) void permits.run(ofOne!, () => never);
    const refused = expect(permits.run(ofOne!, () => never)).rejects.toThrow(DatabaseSilent);
    for (let answered = 0; answered < 9; answered++) await permits.run(ofColleague!, () => sleep(50));
    await refused;
  });
});

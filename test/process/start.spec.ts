import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { migrations } from '../../migrations/index.js';
import { emptyDatabase, freshDatabase, runSql } from '../support/databases.js';
import { endServices, newDataDir, ServiceProcess, type ServiceOptions } from '../support/service-process.js';

afterEach(endServices);

/** Starts a service that must refuse to start, and returns what it says on standard error. */
async function refusal(options: ServiceOptions): Promise<string[]> {
  const service = await ServiceProcess.spawn(options);
  expect(await service.exited).toEqual({ code: 1, signal: null });
  expect(service.log.filter(({ level }) => level !== 'info')).toEqual([]);
  return service.complaints;
}

describe('a start that cannot be', () => {
  it('names every wrong setting in a line of its own and repeats no password', async () => {
    const complaints = await refusal({
      databaseUrl: 'mysql://user:canary@host/database',
      env: { PORT: 'http', LOG_LEVEL: 'loud', MIGRATE_ON_START: 'maybe' },
    });
    expect(complaints.map((line) => line.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'MIGRATE_ON_START',
      'PORT',
    ]);
    expect(complaints.join()).not.toContain('canary');
  });

  it('says that production needs a database of its own', async () => {
    const dataDir = await newDataDir();
    expect(await refusal({ dataDir, env: { NODE_ENV: 'production' } })).toEqual([
      expect.stringMatching(/^DATABASE_URL: is required when NODE_ENV is production/),
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('says that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    try {
      const databaseUrl = await freshDatabase('start');
      expect(await refusal({ databaseUrl, env: { PORT: port } })).toEqual([
        `PORT: ${port} is in use; choose another one`,
      ]);
    } finally {
      other.close();
    }
  });

  it('says that the database does not answer, and that it refuses', async () => {
    expect(await refusal({ databaseUrl: 'postgres://user:canary@127.0.0.1:1/none' })).toEqual([
      'DATABASE_URL: the database does not answer',
    ]);
    const missing = (await freshDatabase('start')).replace(/_start/, '_nowhere');
    expect(await refusal({ databaseUrl: missing })).toEqual([
      expect.stringMatching(/^DATABASE_URL: the server refuses the connection \(3D000\)/),
    ]);
  });

  it('says that the database is not migrated', async () => {
    expect(await refusal({ databaseUrl: await emptyDatabase('bare') })).toEqual([
      'DATABASE_URL: the database is not migrated; run "wes migrate" or set MIGRATE_ON_START=true',
    ]);
  });

  it('says in one line that the data folder is in use, and leaves the other service alone', async () => {
    const first = await ServiceProcess.start();
    const complaints = await refusal({ dataDir: first.dataDir });
    expect(complaints).toEqual([expect.stringContaining(first.dataDir)]);
    expect((await first.anonymous().get('/health/ready')).status).toBe(200);
  });
});

describe('with DATABASE_URL', () => {
  it('nothing embedded is touched, and no demo is made or told', async () => {
    const databaseUrl = await freshDatabase('start');
    const service = await ServiceProcess.start({ databaseUrl });
    expect((await service.stop()).code).toBe(0);
    expect(existsSync(service.dataDir)).toBe(false);
    expect(service.stdout).not.toContain('SessionId');
    expect(await runSql(databaseUrl, 'SELECT FROM company')).toEqual([]);
  });

  it('ten processes may migrate and start at once', async () => {
    const databaseUrl = await emptyDatabase('ten');
    const env = { MIGRATE_ON_START: 'true', DATABASE_POOL_SIZE: '2' };
    const services = await Promise.all(
      Array.from({ length: 10 }, () => ServiceProcess.start({ databaseUrl, env })),
    );
    expect(services.map(({ stderr }) => stderr).join('')).toBe('');
    const rows = await runSql<{ name: string }>(databaseUrl, 'SELECT name FROM migrations ORDER BY id');
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    const exits = await Promise.all(services.map((service) => service.stop()));
    expect(exits.every(({ code }) => code === 0)).toBe(true);
  }, 90_000);
});

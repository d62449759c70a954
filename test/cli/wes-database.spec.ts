import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.js';
import { emptyDatabase, runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { runWes } from '../support/loaded-program.js';
import { startWes } from '../support/run-wes.js';
import { endServices, hasPostmasterFile, newDataDir } from '../support/service-process.js';

const MIGRATIONS = migrations.map(({ name }) => name);
const CREATE = ['company', 'create', '--name', 'Company'];

afterAll(endServices, 60_000);

/** A server that accepts connections and never answers. */
async function silentServer(): Promise<{ server: Server; url: string }> {
  // Reading to the end closes the socket when the client is gone.
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `postgres://127.0.0.1:${(server.address() as AddressInfo).port}/wes` };
}

describe('the embedded database, while no service runs', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir();
  });

  it('is created and migrated by the first command, and stopped again', async () => {
    expect(await runWes(['migrate'], { DATA_DIR: dataDir })).toEqual({
      ...{ exitCode: 0, stdout: MIGRATIONS.map((name) => `${name}\n`).join(''), stderr: '' },
    });
    expect(hasPostmasterFile(dataDir)).toBe(false);
  });

  it('is found by the next one, whether that is done or refused', async () => {
    const created = await runWes(CREATE, { DATA_DIR: dataDir });
    expect(created).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^[0-9a-f]{24}\n$/), stderr: '' });
    expect(hasPostmasterFile(dataDir)).toBe(false);
    const company = created.stdout.trimEnd();
    const listed = await runWes(['api-key', 'list', '--company', company, '--json'], { DATA_DIR: dataDir });
    expect(listed).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
    const unknown = company.replace(/./g, 'f');
    expect(await runWes(['api-key', 'list', '--company', unknown], { DATA_DIR: dataDir })).toMatchObject({
      exitCode: 1,
    });
    expect(hasPostmasterFile(dataDir)).toBe(false);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is stopped also when %s interrupts the command', async (signal, exitCode) => {
    expect(hasPostmasterFile(dataDir)).toBe(false);
    const { child, result } = startWes(['demo'], { DATA_DIR: dataDir });
    await eventually(() => {
      if (!hasPostmasterFile(dataDir)) throw new Error('The database server is not started yet.');
    });
    child.kill(signal);
    expect(await result).toEqual({ exitCode, stdout: '', stderr: `Interrupted by ${signal}.\n` });
    expect(hasPostmasterFile(dataDir)).toBe(false);
  });

  it('is refused in a folder that cannot be one, with what to do about it', async () => {
    const file = `${dataDir}-file`;
    await writeFile(file, '');
    const { exitCode, stdout, stderr } = await runWes(['migrate', '--json'], { DATA_DIR: file });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'DATABASE_UNAVAILABLE',
        message: expect.stringMatching(/cannot use the folder .* another DATA_DIR/),
      },
    });
  });

  it.each([CREATE, ['company', 'list'], ['import', '--company', 'Company', 'records.json']])(
    'is not created by "wes %s"',
    async (...command) => {
      const none = `${dataDir}-none`;
      expect(await runWes(command, { DATA_DIR: none })).toEqual({
        ...{ exitCode: 1, stdout: '' },
        stderr:
          `There is no database in ${none}/postgres: set DATA_DIR or DATABASE_URL as the service has ` +
          'them, or create one with "wes migrate".\n',
      });
      expect(existsSync(none)).toBe(false);
    },
  );

  it('is refused in production', async () => {
    const message = expect.stringMatching(/^DATABASE_URL: is required when NODE_ENV is production.*\n$/);
    expect(await runWes(['demo'], { DATA_DIR: `${dataDir}-none`, NODE_ENV: 'production' })).toEqual({
      ...{ exitCode: 1, stdout: '', stderr: message },
    });
    expect(existsSync(`${dataDir}-none`)).toBe(false);
  });
});

describe('a configured database', () => {
  let env: { DATABASE_URL: string; DATA_DIR: string };

  beforeAll(async () => {
    env = { DATABASE_URL: await emptyDatabase('wes'), DATA_DIR: await newDataDir() };
  });

  afterEach(() => expect(existsSync(env.DATA_DIR)).toBe(false));

  it('is not migrated by any command but "wes migrate"', async () => {
    expect(await runWes(CREATE, env)).toEqual({
      ...{ exitCode: 1, stdout: '' },
      stderr: 'DATABASE_URL: the database is not migrated; run "wes migrate" or set MIGRATE_ON_START=true\n',
    });
    const migrate = await runWes(['migrate', '--json'], env);
    expect(migrate).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(migrate.stdout)).toEqual({ migrations: MIGRATIONS });
    expect(await runWes(['migrate'], env)).toEqual({
      exitCode: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    });
    expect(await runWes(CREATE, env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runSql(env.DATABASE_URL, 'SELECT name FROM company')).toEqual([{ name: 'Company' }]);
  });

  it('gets the demo with --yes only', async () => {
    expect(await runWes(['demo', '--json'], env)).toEqual({
      ...{ exitCode: 1, stdout: '' },
      stderr:
        '{"error":{"code":"DEMO_NOT_CONFIRMED","message":"DATABASE_URL is set; --yes loads the demo ' +
        'companies into that database."}}\n',
    });
    expect(await runSql(env.DATABASE_URL, 'SELECT FROM company WHERE is_demo')).toEqual([]);
    expect(await runWes(['demo', '--yes'], env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runSql(env.DATABASE_URL, 'SELECT FROM company WHERE is_demo')).toHaveLength(2);
    await runSql(env.DATABASE_URL, 'DELETE FROM company WHERE is_demo');
  });

  it('refuses the demo in production', async () => {
    expect(await runWes(['demo', '--json'], { ...env, NODE_ENV: 'production' })).toEqual({
      ...{ exitCode: 1, stdout: '' },
      stderr:
        '{"error":{"code":"DEMO_IN_PRODUCTION","message":"Demo data is refused when NODE_ENV is production."}}\n',
    });
    expect(await runSql(env.DATABASE_URL, 'SELECT FROM company WHERE is_demo')).toEqual([]);
  });

  it('gets a migration wholly or not at all, and no word of its failure on standard output', async () => {
    const url = await emptyDatabase('wes_broken');
    await runSql(url, 'CREATE TABLE revision (mine text)');
    expect(await runWes(['migrate'], { ...env, DATABASE_URL: url })).toEqual({
      ...{ exitCode: 1, stdout: '', stderr: 'Unexpected failure: QueryFailedError (sqlState 42P07)\n' },
    });
    expect(await runSql(url, `SELECT FROM pg_proc WHERE proname = 'move_revision'`)).toEqual([]);
  });

  it('that does not answer is reported as such', async () => {
    const { server, url } = await silentServer();
    const unavailable = { exitCode: 1, stdout: '' };
    expect(await runWes(CREATE, { ...env, DATABASE_URL: url, DATABASE_POOL_WAIT: '50ms' })).toEqual({
      ...unavailable,
      stderr: 'DATABASE_URL: the database does not answer in time\n',
    });
    server.close();
    expect(await runWes(['migrate'], { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/wes' })).toEqual({
      ...unavailable,
      stderr: 'DATABASE_URL: nothing listens there (127.0.0.1, port 1): ECONNREFUSED\n',
    });
  });

  it('is not waited for once the command is interrupted', async () => {
    const { server, url } = await silentServer();
    const { child, result } = startWes(CREATE, { ...env, DATABASE_URL: url, DATABASE_POOL_WAIT: '1m' });
    await once(server, 'connection');
    child.kill('SIGINT');
    expect(await result).toEqual({ exitCode: 130, stdout: '', stderr: 'Interrupted by SIGINT.\n' });
    server.close();
  });
});

describe('broken settings', () => {
  const env = { PORT: 'none', LOG_LEVEL: 'loud' };

  it('are reported with one line for each', async () => {
    const { exitCode, stdout, stderr } = await runWes(['migrate'], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^PORT: must be .+\nLOG_LEVEL: must be one of .+\n$/);
  });

  it('are one document with --json', async () => {
    const { exitCode, stdout, stderr } = await runWes([...CREATE, '--json'], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    const message = expect.stringMatching(/^PORT: .+\nLOG_LEVEL: .+$/);
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'INVALID_SETTINGS', message } });
  });
});

describe('a misspelt name', () => {
  it('in the environment is warned of', async () => {
    const { stderr } = await runWes(['company', 'list'], { PORT: 'none', DATABSE_URL: 'postgres://secret' });
    expect(stderr).toMatch(
      /^PORT: must be .+\nenvironment: DATABSE_URL is not a setting; did you mean DATABASE_URL\?\n$/,
    );
  });

  it('in .env is warned of, for people only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wes-env-'));
    try {
      await writeFile(join(folder, '.env'), 'DATABSE_URL=postgres://localhost/secret\nDATA_DIR=none\n');
      const refused = await runWes(['company', 'list'], {}, folder);
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr).toMatch(
        /^Warning: \.env: DATABSE_URL is not a setting; did you mean DATABASE_URL\?\nThere is no database in .+\/none\/postgres: .+\n$/,
      );
      const { stderr } = await runWes(['company', 'list', '--json'], {}, folder);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'DATABASE_UNAVAILABLE' } });
      const invalid = await runWes(['company', 'list'], { PORT: 'none' }, folder);
      expect(invalid.stderr).toMatch(/^PORT: must be .+\n\.env: DATABSE_URL is not a setting; .+\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { migrations } from '../../migrations/index.js';
import { emptyDatabase, freshDatabase, runSql } from '../support/databases.js';
import { demoDataDir } from '../support/demo-folder.js';
import { eventually } from '../support/eventually.js';
import { runMain, runWes } from '../support/loaded-program.js';
import {
  endServices,
  environmentFor,
  newDataDir,
  ServiceProcess,
  type ServiceOptions,
} from '../support/service-process.js';

const SECRET = 's3cret';
/** They start at once. */
const PROCESSES = 3;

let first: ServiceProcess;
/** Accepts connections and never answers. */
let silent: Server;
const callers = new Set<Socket>();

beforeAll(async () => {
  first = await ServiceProcess.start({ dataDir: await demoDataDir() });
  silent = createServer((socket) => callers.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});

afterAll(async () => {
  await endServices();
  for (const caller of callers) caller.destroy();
  silent.close();
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

interface Refusal {
  readonly complaints: string[];
  readonly stdout: string;
  readonly dataDir: string;
}

/** Starts a service that must give up with status 1. */
async function refusal({ env = {}, databaseUrl, dataDir }: ServiceOptions): Promise<Refusal> {
  const folder = dataDir ?? (await newDataDir());
  const address = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const { exitCode, stdout, stderr } = await runMain({ ...environmentFor(folder), ...address, ...env });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).not.toContain(SECRET);
  return { complaints: stderr.split('\n').filter((line) => line !== ''), stdout, dataDir: folder };
}

describe('the service does not start', () => {
  it('with wrong settings: one line for each, and nothing else', async () => {
    const { complaints, stdout, dataDir } = await refusal({
      databaseUrl: `mysql://user:${SECRET}@127.0.0.1/db`,
      env: {
        PORT: 'http',
        LOG_LEVEL: 'loud',
        DATABASE_POOL_SIZE: '0',
        MIGRATE_ON_START: 'yes',
        SHUTDOWN_DELAY: '5',
        OPERATOR_COMPANY_ID: 'acme',
      },
    });
    expect(complaints.toSorted()).toEqual([
      'DATABASE_POOL_SIZE: must be a whole number from 1 to 1000',
      'DATABASE_URL: must be an absolute URL that begins with postgres:// or postgresql://',
      'LOG_LEVEL: must be one of fatal, error, warn, info, debug, silent',
      'MIGRATE_ON_START: must be true or false',
      'OPERATOR_COMPANY_ID: must be any or the id of a company: 24 lower-case hexadecimal characters',
      'PORT: must be a whole number from 0 to 65535',
      'SHUTDOWN_DELAY: must be a duration from 0s to 5m, with its unit (ms, s, m, h or d)',
    ]);
    expect(stdout).toBe('');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('in production without a database of its own', async () => {
    const { complaints, stdout, dataDir } = await refusal({ env: { NODE_ENV: 'production' } });
    expect(complaints).toEqual([
      expect.stringMatching(/^DATABASE_URL: .*production/),
      expect.stringMatching(/^BASE_URL: .*production/),
      expect.stringMatching(/^OPERATOR_COMPANY_ID: .*production/),
      expect.stringMatching(/^SECRETS_KEY: .*production/),
    ]);
    expect(stdout).toBe('');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('on the data folder of another service, which goes on', async () => {
    const { complaints } = await refusal({ dataDir: first.dataDir });
    expect(complaints).toEqual([expect.stringContaining(first.dataDir)]);
    expect((await first.as().get('/api/v1/company/announcements/templates')).status).toBe(200);
  });

  it('on a port in use, and without waiting for requests that nobody has sent', async () => {
    const { port } = first;
    const service = await ServiceProcess.spawn({
      databaseUrl: await freshDatabase('start'),
      env: { PORT: String(port), SHUTDOWN_DELAY: '5m' },
    });
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(performance.now() - service.spawnedAt).toBeLessThan(30_000);
    expect(service.complaints).toEqual([`PORT: ${port} is in use; choose another one`]);
  });

  it.each([
    ['HOST', {}],
    ['METRICS_HOST', { METRICS_PORT: '0' }],
  ])('on a host that %s names and nobody knows', async (name, env) => {
    const databaseUrl = await freshDatabase('start');
    const { complaints } = await refusal({ databaseUrl, env: { ...env, [name]: 'nowhere.invalid' } });
    expect(complaints).toEqual([
      expect.stringMatching(
        `^${name}: (there is no host|the network cannot look up the host) nowhere.invalid$`,
      ),
    ]);
  });

  it.each(['DATABASE_URL', 'DATABASE_DIRECT_URL'])('with a host that nobody knows in %s', async (name) => {
    const { complaints } = await refusal({
      databaseUrl: await freshDatabase('start'),
      env: { MIGRATE_ON_START: 'true', [name]: 'postgres://nowhere.invalid/db' },
    });
    expect(complaints).toEqual([
      expect.stringMatching(
        `^${name}: (there is no host|the network cannot look up the host) nowhere.invalid$`,
      ),
    ]);
  });

  it('on an address of another machine', async () => {
    const { complaints } = await refusal({
      databaseUrl: await freshDatabase('start'),
      env: { HOST: '192.0.2.1' },
    });
    expect(complaints).toEqual(['HOST: 192.0.2.1 is not an address of this machine']);
  });

  it('when the database refuses connections or closes them, whether or not it is to be migrated', async () => {
    const closing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(closing, 'listening');
    const reasons: [port: number, reason: string][] = [
      [1, 'nothing listens there (127.0.0.1, port 1): ECONNREFUSED'],
      [portOf(closing), 'the connection was closed before the server answered'],
    ];
    for (const [port, reason] of reasons) {
      for (const migrates of ['false', 'true']) {
        const { complaints } = await refusal({
          databaseUrl: `postgres://user:${SECRET}@127.0.0.1:${port}/db`,
          env: { MIGRATE_ON_START: migrates },
        });
        expect(complaints).toEqual([`DATABASE_URL: ${reason}`]);
      }
    }
    closing.close();
  });

  describe.each(['false', 'true'])('on a silent database with MIGRATE_ON_START=%s', (migrates) => {
    const databaseUrl = () => `postgres://user:${SECRET}@127.0.0.1:${portOf(silent)}/db`;

    it('that does not answer in time', async () => {
      const startedAt = performance.now();
      const { complaints } = await refusal({
        databaseUrl: databaseUrl(),
        env: { MIGRATE_ON_START: migrates },
      });
      expect(performance.now() - startedAt).toBeLessThan(30_000);
      expect(complaints).toEqual(['DATABASE_URL: the database does not answer in time']);
    });

    it('when it is asked to stop, and ends at once', async () => {
      const before = callers.size;
      const service = await ServiceProcess.spawn({
        databaseUrl: databaseUrl(),
        env: { MIGRATE_ON_START: migrates, DATABASE_POOL_WAIT: '1m' },
      });
      await eventually(() => expect(callers.size).toBeGreaterThan(before));
      const connectedAt = performance.now();
      expect(await service.stop()).toEqual({ code: 0, signal: null });
      expect(performance.now() - connectedAt).toBeLessThan(20_000);
      expect(service.stderr).toBe('');
      expect(service.log.map(({ msg }) => msg)).toEqual(['stopping', 'stopped']);
    });
  });

  it.each([
    {
      what: 'the password is wrong',
      change: { username: 'stranger', password: SECRET },
      reason: 'the server refuses user or password: .*"stranger".* \\(28...\\)',
    },
    {
      what: 'the database does not exist',
      change: { pathname: '/nowhere' },
      reason: 'the server does not have this database: database "nowhere" does not exist \\(3D000\\)',
    },
    {
      what: 'the address has a parameter that the server does not know',
      change: { search: '?options=-c%20wes_unknown=1' },
      reason: 'the server or pooler refuses a parameter of the connection: .*"wes_unknown" \\(42704\\)',
    },
    {
      what: 'the address requires TLS',
      change: { search: '?sslmode=verify-full' },
      reason: 'the server does not offer TLS',
    },
  ])('when $what', async ({ change, reason }) => {
    const url = new URL(await freshDatabase('start'));
    Object.assign(url, change);
    const { complaints } = await refusal({ databaseUrl: url.href });
    expect(complaints).toEqual([expect.stringMatching(`^DATABASE_URL: ${reason}$`)]);
  });

  it('when only the address for migrations is wrong', async () => {
    const { complaints } = await refusal({
      databaseUrl: await freshDatabase('start'),
      env: { MIGRATE_ON_START: 'true', DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/db' },
    });
    expect(complaints).toEqual([
      'DATABASE_DIRECT_URL: nothing listens there (127.0.0.1, port 1): ECONNREFUSED',
    ]);
  });

  it('on a database whose sessions have other limits, until it is migrated with the settings', async () => {
    const databaseUrl = await freshDatabase('start');
    const env = { DATABASE_STATEMENT_TIMEOUT: '7s' };
    const { complaints } = await refusal({ databaseUrl, env });
    expect(complaints).toEqual([
      'DATABASE_URL: its sessions have idle_in_transaction_session_timeout=5000, jit=off, ' +
        'statement_timeout=3000 and need idle_in_transaction_session_timeout=7000, jit=off, ' +
        'statement_timeout=7000; run "wes migrate" with the settings of the service, then RECONNECT in ' +
        'PgBouncer',
    ]);
    expect((await runWes(['migrate'], { ...env, DATABASE_URL: databaseUrl })).exitCode).toBe(0);
    const service = await ServiceProcess.start({ databaseUrl, env });
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });

  it('on a database that is not migrated', async () => {
    const { complaints } = await refusal({ databaseUrl: await emptyDatabase('start') });
    expect(complaints).toEqual([expect.stringMatching(/^DATABASE_URL: .*wes migrate/)]);
  });

  it('on a database of an older release', async () => {
    const databaseUrl = await freshDatabase('start');
    await runSql(databaseUrl, 'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
    const { complaints } = await refusal({ databaseUrl, env: { MIGRATE_ON_START: 'false' } });
    expect(complaints).toEqual([
      'DATABASE_URL: the database lacks a migration of this release; run "wes migrate" or set MIGRATE_ON_START=true',
    ]);
    await runSql(databaseUrl, `DELETE FROM migrations WHERE id > 1`);
    expect(await runWes(['company', 'list'], { DATABASE_URL: databaseUrl })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: the database lacks \d+ migrations of this release; run/),
    });
  });
});

describe('with a database of its own', () => {
  it('the service writes no files, and neither creates nor prints demo data', async () => {
    const databaseUrl = await freshDatabase('start');
    const service = await ServiceProcess.start({ databaseUrl });
    await service.stop();
    expect(existsSync(service.dataDir)).toBe(false);
    expect(service.log.map(({ msg }) => msg)).toEqual(['ready', 'stopping', 'stopped']);
    expect(service.stdout.split('\n')).toHaveLength(service.log.length + 1);
    expect(await runSql(databaseUrl, 'SELECT FROM company')).toEqual([]);
  });

  it('the service warns in production that nobody receives mail without SMTP_URL', async () => {
    const service = await ServiceProcess.spawn({
      databaseUrl: await freshDatabase('start'),
      env: {
        ...{ NODE_ENV: 'production', BASE_URL: 'https://wes.example.com', OPERATOR_COMPANY_ID: 'any' },
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      },
    });
    await eventually(() => service.baseUrl);
    await service.stop();
    expect(service.log.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual([
      'SMTP_URL: is not set; mails are written to files, and nobody receives them',
    ]);
  });

  it('several processes may migrate it and start at once, and every migration is carried out once', async () => {
    const databaseUrl = await emptyDatabase('several');
    const env = { MIGRATE_ON_START: 'true', DATABASE_POOL_SIZE: '2' };
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => ServiceProcess.start({ databaseUrl, env })),
    );
    const done = await runSql<{ name: string }>(databaseUrl, 'SELECT name FROM migrations ORDER BY id');
    expect(done.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    const exits = await Promise.all(services.map((service) => service.stop()));
    expect(exits).toEqual(Array(PROCESSES).fill({ code: 0, signal: null }));
    expect(services.map(({ stderr }) => stderr).join('')).toBe('');
  });
});

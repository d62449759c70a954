import { randomBytes } from 'node:crypto';
import { S3Storage } from '../../src/platform/storage/s3-storage.js';
import { PLANS } from '../support/builders/plan.js';
import { runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { InstalledPostgres, POSTGRES_START_LIMIT_MS } from '../support/installed-postgres.js';
import { runWes } from '../support/loaded-program.js';
import { S3Server } from '../support/s3-server.js';
import { endServices, newDataDir, ServiceProcess } from '../support/service-process.js';

interface Demo {
  readonly companyId: string;
  readonly companyName: string;
  readonly managerSessionId: string;
}

let server: InstalledPostgres;
let s3: S3Server;

beforeAll(async () => {
  [server, s3] = await Promise.all([InstalledPostgres.start(), S3Server.start()]);
}, POSTGRES_START_LIMIT_MS);
afterAll(async () => {
  await endServices();
  await Promise.all([server.stop(), s3.stop()]);
});

describe('a company that was deleted after a dump', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let company: Demo;
  let other: Demo;

  async function wes(database: string, settings: Record<string, string>, ...args: string[]): Promise<string> {
    const all = { DATABASE_URL: server.url(database), DATA_DIR: dataDir, ...settings };
    const { exitCode, stdout, stderr } = await runWes(args, all);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    return stdout;
  }

  /** The dump in another database. */
  async function restore(database: string): Promise<void> {
    await runSql(server.url('postgres'), `CREATE DATABASE ${database}`);
    await server.run(
      'pg_restore',
      '--exit-on-error',
      '--no-owner',
      `--dbname=${server.url(database)}`,
      'a.dump',
    );
  }

  const files = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of new S3Storage(s3.settings).keys('exports/')) keys.push(key);
    return keys;
  };
  const hasCompany = async (database: string): Promise<boolean> =>
    (await runSql(server.url(database), 'SELECT FROM company WHERE id = $1', [company.companyId])).length > 0;

  async function expectGone(database: string): Promise<void> {
    const service = await ServiceProcess.start({ databaseUrl: server.url(database), dataDir, env });
    expect(await hasCompany(database)).toBe(false);
    expect((await service.as(company.managerSessionId).get(PLANS)).status).toBe(401);
    expect((await service.as(other.managerSessionId).get(PLANS)).status).toBe(200);
    await eventually(async () => expect(await files()).toEqual([]), 60_000);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  }

  beforeAll(async () => {
    dataDir = await newDataDir();
    env = { SECRETS_KEY: randomBytes(32).toString('base64'), ...s3.environment };
    await runSql(server.url('postgres'), 'CREATE DATABASE original');
    await wes('original', env, 'migrate');
    const demo = await wes('original', env, 'demo', '--yes', '--json');
    [company, other] = (JSON.parse(demo) as { companies: [Demo, Demo] }).companies;
    const service = await ServiceProcess.start({ databaseUrl: server.url('original'), dataDir, env });
    const manager = service.as(company.managerSessionId);
    const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'Plan' } });
    await manager.post(`${PLANS}/${plan.id}/excel`);
    await eventually(async () => expect(await files()).toHaveLength(1), 30_000);
    await service.stop();
    await server.run('pg_dump', '--format=custom', '--file=a.dump', server.url('original'));
    await wes(
      'original',
      env,
      'company',
      'delete',
      '--company',
      company.companyId,
      '--confirm',
      company.companyName,
    );
  }, 120_000);

  it('is deleted again by wes migrate, with its files', async () => {
    await restore('migrated');
    expect(await files()).toHaveLength(1);
    expect(await wes('migrated', env, 'migrate')).toBe(
      'The database is up to date.\n1 companies were deleted again.\n',
    );
    await expectGone('migrated');
    expect(await wes('migrated', env, 'migrate')).toBe('The database is up to date.\n');
  }, 120_000);

  it('is deleted again by the start, before it answers requests', async () => {
    await restore('started');
    const elsewhere = { SECRETS_KEY: env['SECRETS_KEY']!, DATA_DIR: await newDataDir() };
    await wes('started', elsewhere, 'migrate');
    expect(await hasCompany('started')).toBe(true);
    await expectGone('started');
  }, 120_000);

  it('comes back when the operator allows it, which is recorded', async () => {
    const reason = 'The contract goes on';
    const allowed = ['company', 'allow-again', '--company', company.companyId, '--reason', reason];
    expect(await wes('original', env, ...allowed)).toBe(
      `A dump may bring company ${company.companyId} back.\n`,
    );
    expect(
      await runSql(
        server.url('original'),
        `SELECT after FROM audit_record WHERE company_id = $1 AND operation = 'company.allow-again'`,
        [company.companyId],
      ),
    ).toEqual([{ after: { reason } }]);
    await restore('allowed');
    expect(await wes('allowed', env, 'migrate')).toBe('The database is up to date.\n');
    expect(await hasCompany('allowed')).toBe(true);
    const { exitCode, stderr } = await runWes([...allowed, '--json'], {
      ...{ DATABASE_URL: server.url('original'), DATA_DIR: dataDir },
      ...env,
    });
    expect([exitCode, JSON.parse(stderr).error.code]).toEqual([1, 'COMPANY_NOT_DELETED']);
  }, 120_000);
});

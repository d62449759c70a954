import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.js';
import type { DemoCredentials } from '../../src/demo/welcome-box.js';
import { ApiClient } from '../support/api-client.js';
import { EMPLOYEES } from '../support/builders/employee.js';
import { PLANS, planBody } from '../support/builders/plan.js';
import { TIMESHEETS } from '../support/builders/timesheet.js';
import { emptyDatabase, runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { PgBouncer } from '../support/pg-bouncer.js';
import { runWes } from '../support/loaded-program.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { INSTALLATION_LIMIT_MS } from '../support/system-packages.js';

interface Demo {
  readonly companies: readonly DemoCredentials[];
}

let directUrl: string;
let pooler: PgBouncer;
let service: ServiceProcess;
let demo: DemoCredentials;

/** Runs `wes` through the pooler. @returns what it prints */
async function wes(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: pooler.url });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

// The version of Debian 12 does not keep prepared statements across transactions; `npm run trust -- pooled` tries a
// newer one.
describe('through PgBouncer in session mode', () => {
  beforeAll(async () => {
    directUrl = await emptyDatabase('pooled');
    pooler = await PgBouncer.start(directUrl, { mode: 'session', poolSize: 20 });
    service = await ServiceProcess.start({
      databaseUrl: pooler.url,
      env: { MIGRATE_ON_START: 'true', DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_SIZE: '6' },
    });
    const printed = JSON.parse(await wes('demo', '--yes', '--json')) as Demo;
    demo = printed.companies[0]!;
  }, INSTALLATION_LIMIT_MS + 60_000);

  afterAll(async () => {
    await endServices();
    await pooler.stop();
  });

  it('the database is migrated', async () => {
    expect(await runSql(directUrl, 'SELECT FROM migrations')).toHaveLength(migrations.length);
  });

  it('requests are answered, and lists are streamed', async () => {
    const integration = new ApiClient(service.baseUrl, { serviceAPIKey: demo.apiKey });
    const [employees, entries, ...plans] = await Promise.all([
      integration.get(EMPLOYEES),
      integration.get(TIMESHEETS),
      ...Array.from({ length: 20 }, () => service.as(demo.adminSessionId).post(PLANS, planBody())),
    ]);
    expect(employees.body.length).toBeGreaterThan(20);
    expect(entries.body.total).toBeGreaterThan(0);
    expect(plans.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('exports are sent', async () => {
    const { body } = await service.as(demo.adminSessionId).post(PLANS, planBody());
    const { headers } = await service.as(demo.adminSessionId).post(`${PLANS}/${body.id}/excel`);
    await eventually(async () => {
      const { body: exported } = await service.as(demo.adminSessionId).get(headers.get('location')!);
      expect(exported.status).toBe('SENT');
    });
  });

  it('files are imported, each in one transaction with a limit of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wes-pooled-'));
    const file = join(folder, 'employees.ndjson');
    const people = Array.from({ length: 2_000 }, (_, n) => ({ type: 'employee', externalId: `pooled-${n}` }));
    await writeFile(file, people.map((person) => `${JSON.stringify(person)}\n`).join(''));
    const printed = await wes('import', file, '--company', demo.companyId, '--json');
    await rm(folder, { recursive: true });
    expect(JSON.parse(printed)).toMatchObject({ records: { employees: { created: 2_000 } } });
  });

  it.each([
    ['password', { password: 'wrong' }, 'the server refuses user or password: SASL authentication failed'],
    ['database', { pathname: '/nowhere' }, 'the server does not have this database: .*nowhere.*'],
    [
      'parameter',
      { search: '?options=-c%20jit=on' },
      'the server or pooler refuses a parameter of the connection: unsupported startup parameter.*',
    ],
  ])('a wrong %s is named', async (_what, change, reason) => {
    const url = Object.assign(new URL(pooler.url), change).href;
    const { exitCode, stderr } = await runWes(['migrate'], { DATABASE_URL: url });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(`^DATABASE_URL: ${reason} \\(\\w{5}\\)\n$`),
    });
  });

  it('and nothing is left on the connections, whose limits are those of the database', async () => {
    const limits = `SELECT setting FROM pg_settings WHERE name IN ('jit', 'statement_timeout') ORDER BY name`;
    expect(await pooler.query(limits)).toEqual([{ setting: 'off' }, { setting: '3000' }]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(service.stderr).toBe('');
  });
});

import { PLANS } from '../support/builders/plan.js';
import { freshDatabase, runSql } from '../support/databases.js';
import { runWes } from '../support/loaded-program.js';
import { endServices, ServiceProcess } from '../support/service-process.js';

const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/** Changes that a later release may make: a column in every table, an index on it, a table, a foreign key. */
async function migrateToLaterRelease(databaseUrl: string): Promise<void> {
  const tables = await runSql<{ name: string }>(databaseUrl, TABLES);
  for (const { name } of tables) {
    await runSql(databaseUrl, `ALTER TABLE ${name} ADD COLUMN later text NOT NULL DEFAULT 'later'`);
    if (name !== 'migrations') await runSql(databaseUrl, `CREATE INDEX ON ${name} (later)`);
  }
  await runSql(
    databaseUrl,
    'CREATE TABLE later (company_id text PRIMARY KEY REFERENCES company ON DELETE CASCADE)',
  );
  await runSql(
    databaseUrl,
    `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
  );
}

afterAll(endServices);

it('this release works on the schema of a later one', async () => {
  const databaseUrl = await freshDatabase('later');
  await migrateToLaterRelease(databaseUrl);
  const wes = async (...args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: databaseUrl });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout;
  };
  expect(await wes('migrate')).toBe('The database is up to date.\n');
  const demo = JSON.parse(await wes('demo', '--yes', '--json')) as {
    companies: { managerSessionId: string; apiKey: string }[];
  };
  const [{ managerSessionId, apiKey }] = demo.companies as [(typeof demo.companies)[number]];

  const service = await ServiceProcess.start({ databaseUrl, env: { MIGRATE_ON_START: 'true' } });
  const manager = service.as(managerSessionId);
  const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'Plan' } });
  const path = `${PLANS}/${plan.id}`;
  const { body: action } = await manager.post(`${path}/actions`, { title: { defaultValue: 'Action' } });
  await manager.post(`${path}/actions/${action.id}/notes`, { content: 'Note' });
  expect((await manager.patch(path, { title: { defaultValue: 'Changed' } })).status).toBe(200);
  expect((await manager.post(`${path}/excel`)).status).toBe(200);
  const { body: before } = await manager.get(path);
  expect((await manager.delete(path)).status).toBe(204);
  await wes('plan', 'restore', '--plan', plan.id);
  expect(await manager.get(path)).toMatchObject({ status: 200, body: before });
  const lists = ['employees', 'hierarchy', 'groups', 'characteristics', 'timesheets'];
  const hr = { headers: { serviceAPIKey: apiKey } };
  for (const list of lists)
    expect((await service.anonymous().get(`/api/v1/public/company/${list}`, hr)).status).toBe(200);
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  expect(service.log.filter(({ level }) => ['warn', 'error'].includes(level))).toEqual([]);
});

import { migrate } from '../../src/platform/database/migrate.js';
import { Settings } from '../../src/platform/config/settings.js';
import { actionRecord, planRecord } from '../support/builders/plan.js';
import { timesheetRecord } from '../support/builders/timesheet.js';
import { onOneServer, runSql } from '../support/databases.js';
import { testRun } from '../support/environment.js';
import { eventually } from '../support/eventually.js';
import { ImportFixture } from '../support/import-fixture.js';
import { runWes } from '../support/loaded-program.js';

const PLANS = ['action_plan', 'plan_action'];
const ROLE = `${testRun().prefix}_importer`;

onOneServer('reads the statistics of tables, which Citus has on the workers alone');

let fixture: ImportFixture;

beforeEach(async () => {
  fixture = await ImportFixture.open([]);
  await fixture.newCompany();
});

afterEach(() => fixture.close());

/** Times of the last ANALYZE of matching tables by a command, not by autovacuum. */
async function analyzed(name: string): Promise<(string | null)[]> {
  const rows = await runSql<{ at: string | null }>(
    fixture.app.databaseUrl,
    `SELECT last_analyze::text AS at FROM pg_stat_user_tables WHERE relname ~ '^${name}$' AND n_live_tup > 0`,
  );
  return rows.map(({ at }) => at);
}

function plansFile(count: number): Promise<string> {
  return fixture.document({
    plans: Array.from({ length: count }, () => planRecord({ actions: [actionRecord()] })),
  });
}

it('a table of which an import changes more than a tenth is analysed', async () => {
  await fixture.import(await plansFile(20));
  for (const table of PLANS)
    await eventually(async () => expect(await analyzed(table)).toEqual([expect.any(String)]));
  const before = await analyzed('action_plan');
  await fixture.import(await plansFile(3));
  await eventually(async () => expect(await analyzed('action_plan')).not.toEqual(before));
});

it('a table of which it changes less, or nothing, is not', async () => {
  const path = await plansFile(20);
  await fixture.import(path);
  await eventually(async () => expect(await analyzed('action_plan')).toEqual([expect.any(String)]));
  const before = await analyzed('action_plan');
  await fixture.import(path);
  await fixture.import(await plansFile(1));
  await fixture.import(await plansFile(20), '--dry-run');
  expect(await analyzed('action_plan')).toEqual(before);
});

it('the partition with the timesheets of the company is analysed', async () => {
  await fixture.import(await fixture.lines({ type: 'timesheet', ...timesheetRecord() }));
  await eventually(async () => expect(await analyzed('timesheet_entry.*')).toEqual([expect.any(String)]));
});

describe('with a role that does not own the tables', () => {
  beforeEach(async () => {
    await runSql(testRun().serverUrl, `CREATE ROLE ${ROLE} LOGIN PASSWORD 'secret'`);
    await runSql(
      fixture.app.databaseUrl,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE}`,
    );
  });

  afterEach(async () => {
    await runSql(fixture.app.databaseUrl, `DROP OWNED BY ${ROLE}`);
    await runSql(testRun().serverUrl, `DROP ROLE ${ROLE}`);
  });

  it('the import says which tables its owner should analyse', async () => {
    const { databaseUrl } = fixture.app;
    const url = Object.assign(new URL(databaseUrl), { username: ROLE, password: 'secret' }).href;
    await migrate(databaseUrl, { url, settings: Settings.from({}) });
    const path = await plansFile(2);
    const command = ['import', '--company', fixture.companyId, path];
    const { exitCode, stdout, stderr } = await runWes(command, { DATABASE_URL: url });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('Imported.') });
    const [, statement = ''] = /^Warning: .*(ANALYZE .*;)\n$/.exec(stderr) ?? [];
    for (const table of PLANS) expect(statement).toContain(table);
    expect(await analyzed('action_plan')).toEqual([null]);

    await runSql(databaseUrl, statement);
    await eventually(async () => expect(await analyzed('action_plan')).toEqual([expect.any(String)]));

    const json = await runWes([...command, '--json'], { DATABASE_URL: url });
    expect(JSON.parse(json.stdout)).not.toHaveProperty('notAnalyzed');
    const again = await runWes(['import', '--company', fixture.companyId, await plansFile(5), '--json'], {
      DATABASE_URL: url,
    });
    expect(JSON.parse(again.stdout)).toMatchObject({ notAnalyzed: expect.arrayContaining(PLANS) });
  });
});

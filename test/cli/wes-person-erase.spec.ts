import { migrate } from '../../src/platform/database/migrate.js';
import { Settings } from '../../src/platform/config/settings.js';
import { byExternalId, employeeBody, INVITE } from '../support/builders/employee.js';
import { onOneServer, runSql } from '../support/databases.js';
import { testRun } from '../support/environment.js';
import { runWes } from '../support/loaded-program.js';
import { TestApp } from '../support/test-app.js';

const ROLE = `${testRun().prefix}_eraser`;

describe('wes person erase', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  async function erased(databaseUrl: string) {
    const companyId = await app.company();
    const hr = await app.integration(undefined, companyId);
    const person = employeeBody({ name: 'Ana Núñez' });
    await hr.post(INVITE, person);
    const args = ['person', 'erase', '--company', companyId, '--person', person.externalId];
    const result = await runWes([...args, '--reason', 'Asked for', '--yes', '--json'], {
      DATABASE_URL: databaseUrl,
    });
    expect((await hr.get(byExternalId(person.externalId))).status).toBe(404);
    return { ...result, args, companyId };
  }

  it('erases, and has every table analyzed', async () => {
    const { exitCode, stdout, companyId } = await erased(app.databaseUrl);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ...{ id: expect.any(String), companyId },
      counts: { employees: 1, auditRecords: 1 },
    });
  });

  describe('with a role that does not own the tables', () => {
    onOneServer('roles are not created on the workers of Citus');

    beforeAll(async () => {
      await runSql(testRun().serverUrl, `CREATE ROLE ${ROLE} LOGIN PASSWORD 'secret'`);
      await runSql(
        app.databaseUrl,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE}`,
      );
    });
    afterAll(async () => {
      await runSql(app.databaseUrl, `DROP OWNED BY ${ROLE}`);
      await runSql(testRun().serverUrl, `DROP ROLE ${ROLE}`);
    });

    it('erases all the same, and says which tables their owner should analyze', async () => {
      const { databaseUrl } = app;
      const url = Object.assign(new URL(databaseUrl), { username: ROLE, password: 'secret' }).href;
      await migrate(databaseUrl, { url, settings: Settings.from({}) });
      const { exitCode, stdout } = await erased(url);
      expect(exitCode).toBe(0);
      const { notAnalyzed } = JSON.parse(stdout) as { notAnalyzed: string[] };
      expect(notAnalyzed).toEqual(expect.arrayContaining(['employee', 'user_account', 'timesheet_entry']));
    });
  });
});

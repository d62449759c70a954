import { byExternalId, employeeBody, INVITE } from '../support/builders/employee.js';
import { timesheetRecord } from '../support/builders/timesheet.js';
import { ImportFixture } from '../support/import-fixture.js';
import { runWes } from '../support/loaded-program.js';

describe('an import that names an erased person', () => {
  let fixture: ImportFixture;
  const [person, other] = [employeeBody({ name: 'Ana Núñez' }), employeeBody({ name: 'Jo' })];
  const ofPerson = [person.email, person.externalId, 'Ana', 'Núñez'];
  const entry = (email: string) => timesheetRecord({ email, externalId: undefined, changeHistory: [] });

  beforeAll(async () => {
    fixture = await ImportFixture.open([]);
    await fixture.newCompany();
    const { app, companyId } = fixture;
    await (await app.integration(undefined, companyId)).post(INVITE, person);
    const erase = ['person', 'erase', '--company', companyId, '--person', person.externalId];
    const { exitCode } = await runWes([...erase, '--reason', 'Asked for', '--yes'], {
      DATABASE_URL: app.databaseUrl,
    });
    expect(exitCode).toBe(0);
  });
  afterAll(() => fixture.close());

  it('leaves the records out, and prints their places and nothing else of them', async () => {
    const path = await fixture.document({
      employees: [other, person],
      timesheets: [entry(person.email), entry(other.email)],
    });
    const { exitCode, stdout, stderr } = await fixture.import(path);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const leftOut = 'left out, because they name people who were erased';
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
      'records created updated unchanged',
      'employees 1 0 0',
      'timesheets 1 0 0',
      `employees: 1 ${leftOut}`,
      ' employees[1]',
      `timesheets: 1 ${leftOut}`,
      ' timesheets[0]',
      'Imported.',
      '',
    ]);
    const json = await fixture.import(path, '--json', '--dry-run');
    expect(JSON.parse(json.stdout)).toEqual({
      dryRun: true,
      records: {
        employees: {
          ...{ created: 0, updated: 0, unchanged: 1 },
          ...{ suppressed: 1, suppressedRecords: ['employees[1]'] },
        },
        timesheets: {
          ...{ created: 0, updated: 0, unchanged: 1 },
          ...{ suppressed: 1, suppressedRecords: ['timesheets[0]'] },
        },
      },
    });
    for (const text of ofPerson) expect(stdout + stderr + json.stdout + json.stderr).not.toContain(text);
    const hr = await fixture.app.integration(undefined, fixture.companyId);
    expect((await hr.get(byExternalId(other.externalId))).status).toBe(200);
    expect((await hr.get(byExternalId(person.externalId))).status).toBe(404);
    const [audited] = await fixture.app.sql<{ after: object }>(
      `SELECT after FROM audit_record WHERE company_id = $1 AND operation = 'company.import'`,
      [fixture.companyId],
    );
    expect(audited).toMatchObject({
      after: { records: { employees: { created: 1, suppressed: 1 }, timesheets: { suppressed: 1 } } },
    });
    for (const text of ofPerson) expect(JSON.stringify(audited)).not.toContain(text);
  });

  it('names lines of NDJSON, up to 20 of a list as text', async () => {
    const lines = Array.from({ length: 22 }, () => ({ type: 'timesheet', ...entry(person.email) }));
    const path = await fixture.lines({ type: 'employee', ...other }, ...lines);
    const { exitCode, stdout } = await fixture.import(path);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /\ntimesheets: 22 left out, .*\n {2}line 2\n(?: {2}line \d+\n){19} {2}… and 2 more\n/,
    );
    const { records } = JSON.parse((await fixture.import(path, '--json')).stdout) as {
      records: { timesheets: { suppressedRecords: string[] } };
    };
    expect(records.timesheets.suppressedRecords).toHaveLength(22);
    expect(records.timesheets.suppressedRecords.at(-1)).toBe('line 23');
  });

  it('is refused for other records as before, by their places in the file', async () => {
    const path = await fixture.document({ employees: [person, other, other] });
    const { exitCode, stderr } = await fixture.import(path);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('employees[2].email: must not occur twice in one import (see [1])');
    for (const text of ofPerson) expect(stderr).not.toContain(text);
  });
});

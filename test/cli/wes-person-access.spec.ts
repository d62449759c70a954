import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { employeeBody, INVITE, type Body } from '../support/builders/employee.js';
import { timesheetRecord } from '../support/builders/timesheet.js';
import { runWes } from '../support/loaded-program.js';
import { TestApp } from '../support/test-app.js';
import { putLive } from '../support/timesheets.js';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await TestApp.start();
  folder = await mkdtemp(join(tmpdir(), 'wes-person-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('wes person access', () => {
  it('writes the files of the archive and the archive, for the operator only', async () => {
    const companyId = await app.company();
    const person = employeeBody({ name: 'Ana Núñez' });
    await (await app.integration(undefined, companyId)).post(INVITE, person);
    await putLive(app, companyId, [timesheetRecord({ email: person.email, externalId: undefined })]);
    const out = join(folder, 'new', 'ana');
    const args = ['person', 'access', '--company', companyId, '--person', person.externalId, '--out', out];
    const { exitCode, stdout } = await runWes([...args, '--json'], { DATABASE_URL: app.databaseUrl });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ companyId, counts: { employees: 1, timesheets: 1 } });
    expect((await readdir(out)).sort()).toEqual(['about.json', 'data', 'person.xlsx', 'person.zip']);
    const employees = JSON.parse(await readFile(join(out, 'data', 'employees.json'), 'utf8')) as Body[];
    expect(employees).toMatchObject([{ name: 'Ana Núñez', email: person.email }]);
    expect((await stat(join(out, 'person.zip'))).mode & 0o777).toBe(0o600);
  });

  it('is refused for a person whom the company does not have', async () => {
    const args = ['person', 'access', '--company', await app.company(), '--person', 'jo@example.com'];
    const { exitCode, stderr } = await runWes([...args, '--out', folder, '--json'], {
      DATABASE_URL: app.databaseUrl,
    });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'PERSON_NOT_FOUND' } });
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byExternalId, employeeBody, type Body } from '../support/builders/employee.js';
import { runWes } from '../support/loaded-program.js';
import { SyncFixture } from '../support/sync-fixture.js';
import { TestApp } from '../support/test-app.js';

describe('wes employee sync run', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    folder = await mkdtemp(join(tmpdir(), 'wes-sync-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const file = async (content: string, name = 'staff.json'): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const wes = (...args: string[]) =>
    runWes(['employee', 'sync', 'run', '--company', fixture.companyId, '--source', 'hr', ...args], {
      DATABASE_URL: app.databaseUrl,
    });
  const json = async (...args: string[]): Promise<Body> => {
    const { exitCode, stdout, stderr } = await wes(...args, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout) as Body;
  };
  const refusal = async (...args: string[]): Promise<unknown[]> => {
    const { exitCode, stdout, stderr } = await wes(...args, '--json');
    const { code } = (JSON.parse(stderr) as { error: { code: string } }).error;
    return [exitCode, code, stdout === '' ? undefined : (JSON.parse(stdout) as Body)['status']];
  };
  const staff = (count: number): Body[] => Array.from({ length: count }, () => employeeBody({ name: 'Jo' }));

  it('shows the changes, and makes them with --apply, as the operator', async () => {
    const people = staff(3);
    const path = await file(JSON.stringify(people));
    const counts = { added: 3, changed: 0, ended: 0, unchanged: 0, skipped: 0 };
    expect(await json(path)).toMatchObject({ source: 'hr', status: 'READY', counts });
    expect(await fixture.people()).toEqual([]);
    const { stdout, stderr } = await wes(path, '--apply');
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^LIST +EXTERNAL ID +E-MAIL +CHANGES$/);
    const [{ externalId, email }] = people as unknown as [Body];
    expect(lines[1]!.split(/ {2,}/)).toEqual([
      'added',
      externalId,
      email,
      'name none → "Jo", source none → "hr"',
    ]);
    expect(lines.at(-2)).toMatch(
      /^Sync \w{24} is APPLIED: 3 added, 0 changed, 0 ended, 0 unchanged, 0 skipped\.$/,
    );
    expect(stderr).toBe('');
    expect(await fixture.people()).toHaveLength(3);
    const audited = await app.sql(
      `SELECT DISTINCT operation, actor_kind FROM audit_record WHERE company_id = $1 AND sync_id IS NOT NULL
       ORDER BY operation`,
      [fixture.companyId],
    );
    expect(audited).toEqual(
      ['employee.invite', 'sync.apply', 'sync.create'].map((operation) => ({
        operation,
        actor_kind: 'operator',
      })),
    );
    const lines2 = await file(people.map((person) => JSON.stringify(person)).join('\n'), 'staff.ndjson');
    expect((await json(lines2))['counts']).toMatchObject({ unchanged: 3 });
  });

  it('makes no change that is not allowed', async () => {
    const people = staff(20);
    await fixture.applied(people);
    const path = await file(JSON.stringify(people.slice(6)));
    expect(await refusal(path, '--apply')).toEqual([1, 'SYNC_ENDS_NOT_ALLOWED', 'BLOCKED']);
    expect(await refusal(path, '--apply', '--allow-end', '5')).toEqual([
      1,
      'SYNC_ENDS_NOT_ALLOWED',
      'BLOCKED',
    ]);
    expect(await fixture.people()).toHaveLength(20);
    expect(await json(path, '--apply', '--allow-end', '6')).toMatchObject({ status: 'APPLIED' });
    expect(await fixture.people()).toHaveLength(14);
    for (const { externalId } of people.slice(6, 12))
      await fixture.hr.delete(byExternalId(String(externalId)));
    expect(await refusal(path, '--apply')).toEqual([1, 'SYNC_REVIVALS_NOT_ALLOWED', 'BLOCKED']);
    expect(await json(path, '--apply', '--allow-revive', '6')).toMatchObject({
      status: 'APPLIED',
      counts: { added: 6, revived: 6 },
    });
  });

  it('writes the rows that are not valid with their problems, and leaves them out if it is told to', async () => {
    const people = staff(20);
    const list = [...people.slice(1), { ...people[0], role: 'KING', name: '=1+1' }];
    const path = await file(JSON.stringify(list));
    expect(await refusal(path, '--apply')).toEqual([1, 'SYNC_BLOCKED', 'BLOCKED']);
    const csv = await readFile(`${path}.refused.csv`, 'utf8');
    const [header, row, ...rest] = csv.split('\r\n');
    expect(header).toBe(
      '\uFEFFname,email,externalId,hierarchyId,profile,groupIds,role,managedHierarchies,problem',
    );
    expect(row).toMatch(/^'=1\+1,\S+@\S+,HR-\d+,,,,KING,,"role: must be one of .*"$/);
    expect(rest).toEqual(['']);
    const refused = join(folder, 'wrong.csv');
    expect(await json(path, '--bad-rows', 'skip', '--refused', refused, '--apply')).toMatchObject({
      ...{ status: 'APPLIED', counts: { added: 19, bad: 1 }, refused, refusedRows: 1 },
    });
    expect(await readFile(refused, 'utf8')).toBe(csv);
    const two = await file(JSON.stringify([...list, 'x']), 'two.json');
    expect(await refusal(two, '--bad-rows', 'skip', '--apply')).toEqual([
      1,
      'SYNC_BAD_ROWS_NOT_ALLOWED',
      'BLOCKED',
    ]);
    const { stdout, stderr } = await wes(two, '--bad-rows', 'skip', '--apply', '--allow-bad', '2');
    expect(stdout).toContain('Nobody is ended');
    expect(stderr).toBe(`2 rows are not valid: see ${two}.refused.csv.\n`);
    expect(await readFile(`${two}.refused.csv`, 'utf8')).toContain(
      '\r\n"""x""",,,,,,,,must be an object\r\n',
    );
  });

  it('syncs a CSV file, and writes its bad rows as they are', async () => {
    const rows = Array.from({ length: 19 }, (_, index) => `00${index};Jö ${index};EMPLOYEE`);
    const csv = ['externalId;name;role', ...rows, "019;'=x;KING", ''].join('\r\n');
    const path = await file(csv, 'staff.csv');
    const windows = await file('', 'windows.CSV');
    await writeFile(windows, Buffer.from(csv, 'latin1'));
    expect(await json(path, '--bad-rows', 'skip', '--apply')).toMatchObject({
      status: 'APPLIED',
      refusedRows: 1,
    });
    expect(await fixture.people()).toHaveLength(19);
    const [header, row] = (await readFile(`${path}.refused.csv`, 'utf8')).split('\r\n');
    expect(header).toBe('\uFEFFexternalId,name,role,problem');
    expect(row).toMatch(/^019,'=x,KING,"role: must be one of .*"$/);
    expect((await refusal(windows)).slice(0, 2)).toEqual([2, 'SYNC_FILE_REFUSED']);
    const again = await json(windows, '--charset', 'windows-1252', '--bad-rows', 'skip');
    expect(again['counts']).toMatchObject({ unchanged: 19, bad: 1 });
    const unknown = await file('externalId;Bereich\r\n1;x', 'unknown.csv');
    const { stdout } = await wes(unknown);
    expect(stdout).toMatch(/^line 1, Bereich: is not the name of a property/);
  });

  it.each([
    ['staff.txt', '[]', 2, 'SYNC_FILE_REFUSED'],
    ['staff.json', '[{}', 2, 'SYNC_FILE_REFUSED'],
    ['staff.json', `[{"name":"${'x'.repeat(70_000)}"}]`, 2, 'SYNC_FILE_REFUSED'],
    ['staff.json', `[${'{},'.repeat(100_000)}{}]`, 2, 'SYNC_FILE_REFUSED'],
    ['staff.json', '[]', 1, 'SYNC_BLOCKED'],
  ])('refuses %s with %.20s', async (name, content, exitCode, code) => {
    const path = await file(content, name);
    expect((await refusal(path, '--apply')).slice(0, 2)).toEqual([exitCode, code]);
    const unfinished = await app.sql(
      `SELECT id FROM employee_sync WHERE company_id = $1 AND status IN ('QUEUED', 'PREVIEWING', 'APPLYING')`,
      [fixture.companyId],
    );
    expect(unfinished).toEqual([]);
  });

  it('refuses a file that is not there, and wrong options', async () => {
    expect(await refusal(join(folder, 'none.json'))).toEqual([1, 'FILE_UNREADABLE', undefined]);
    const path = await file('[]');
    for (const options of [
      ['--allow-end', '-1'],
      ['--bad-rows', 'ignore'],
      ['--source', ' '],
    ])
      expect(await refusal(path, ...options)).toEqual([2, 'WRONG_USAGE', undefined]);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPLOYEES } from '../support/builders/employee.js';
import { runWes } from '../support/loaded-program.js';
import { TestApp } from '../support/test-app.js';

const CONTENT = { columns: { 'Personal-Nr.': 'externalId', Notiz: null }, dateFormat: 'dd.MM.yyyy' };

describe('wes employee source', () => {
  let app: TestApp;
  let folder: string;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    folder = await mkdtemp(join(tmpdir(), 'wes-source-'));
  });
  afterAll(() => app.stop());
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    companyId = await app.company();
  });

  const wes = (...args: string[]) =>
    runWes(['employee', 'source', ...args, '--company', companyId], { DATABASE_URL: app.databaseUrl });
  const json = async (...args: string[]): Promise<unknown> => {
    const { exitCode, stdout, stderr } = await wes(...args, '--source', 'hr', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const refusal = async (...args: string[]): Promise<{ code: string; message: string }> => {
    const { exitCode, stderr } = await wes(...args, '--source', 'hr', '--json');
    expect(exitCode).toBe(1);
    return (JSON.parse(stderr) as { error: { code: string; message: string } }).error;
  };
  const fileOf = async (content: string): Promise<string> => {
    const path = join(folder, 'source.json');
    await writeFile(path, content);
    return path;
  };

  it('sets, shows and deletes columns, which the audit names as done by an operator', async () => {
    const file = await fileOf(JSON.stringify(CONTENT));
    const set = await json('set', file);
    expect(set).toMatchObject({ source: 'hr', ...CONTENT, listSeparator: ';' });
    expect(await json('show')).toEqual(set);
    const { stdout } = await wes('show', '--source', 'hr');
    expect(stdout).toMatch(/^COLUMNS +Personal-Nr\. = externalId, Notiz = \(not read\)$/m);
    const hr = await app.integration(['employees:sync'], companyId);
    expect((await hr.get(`${EMPLOYEES}/sources/hr`)).body).toEqual(set);
    expect(await json('delete', '--yes')).toEqual({ companyId, source: 'hr' });
    expect((await refusal('show')).code).toBe('SOURCE_NOT_FOUND');
    const records = await app.sql(
      `
        SELECT operation, actor_kind AS kind FROM audit_record WHERE company_id = $1 AND object_type = 'source'
          ORDER BY id`,
      [companyId],
    );
    expect(records).toEqual([
      { operation: 'source.replace', kind: 'operator' },
      { operation: 'source.delete', kind: 'operator' },
    ]);
  });

  it.each([
    ['{', 'FILE_UNREADABLE'],
    ['[]', 'SOURCE_FILE_REFUSED'],
    ['{"columns": {"A": "colour"}}', 'SOURCE_FILE_REFUSED'],
    ['{"endColumn": "A", "columns": {"a": "name"}}', 'SOURCE_FILE_REFUSED'],
    [' '.repeat(1_048_577), 'FILE_UNREADABLE'],
  ])('refuses a file with %j', async (content, code) => {
    expect((await refusal('set', await fileOf(content))).code).toBe(code);
  });

  it('refuses a file that is not there, and deletes nothing without a yes', async () => {
    expect((await refusal('set', join(folder, 'none.json'))).message).toMatch(/there is no such file/);
    await json('set', await fileOf('{}'));
    expect((await refusal('delete')).code).toBe('SOURCE_NOT_DELETED');
    expect(await json('show')).toMatchObject({ columns: {} });
  });
});

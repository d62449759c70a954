import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDemoFile } from '../../src/demo/demo-files.js';
import { AnnouncementTemplatesService } from '../../src/announcements/index.js';
import type { ApiClient } from '../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../support/builders/template.js';
import { runWes } from '../support/loaded-program.js';
import { TestApp } from '../support/test-app.js';

type Body = Record<string, unknown>;

let app: TestApp;
let companyId: string;
let admin: ApiClient;
let folder: string;

beforeAll(async () => {
  app = await TestApp.start();
  companyId = await app.company();
  admin = await app.user('ADMIN', companyId);
});
afterAll(() => app.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wes-template-'));
  await app.sql('DELETE FROM announcement_template');
  await app.sql('DELETE FROM audit_record');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const wes = (args: readonly string[], env: Record<string, string> = {}) =>
  runWes(['template', ...args], {
    DATABASE_URL: app.databaseUrl,
    OPERATOR_COMPANY_ID: companyId,
    ...env,
  });
const run = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await wes([...args, '--json']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as Body;
};
const exported = (...args: string[]) => run('export', '--folder', folder, ...args);
const imported = (...args: string[]) => run('import', '--folder', folder, ...args);
const refused = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await wes(['import', '--folder', folder, ...args, '--json']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return (JSON.parse(stderr) as { error: { code: string; message: string; errors?: Body[] } }).error;
};
const create = async (...bodies: Body[]) => {
  for (const body of bodies) expect((await admin.post(TEMPLATES, body)).status).toBe(200);
};
/** From the database: the lists may be half a second behind a change of another process. */
const all = async (): Promise<Body[]> =>
  (
    await app.sql<{ document: Body }>('SELECT document FROM announcement_template ORDER BY key COLLATE "C"')
  ).map(({ document }) => document);
const rows = () => app.sql('SELECT xmin::text, document::text FROM announcement_template ORDER BY id');
const records = () =>
  app.sql(
    'SELECT operation, before, after, company_id, actor_kind FROM audit_record WHERE object_type = $1 ORDER BY at, id',
    ['template'],
  );
const file = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

describe('wes template export', () => {
  it('writes a file for each template, into a folder that it makes, and only what differs', async () => {
    await create(templateBody({ key: 'a', enabled: false }), minimalTemplate({ key: '..' }));
    const inside = join(folder, 'new', 'folder');
    const { exitCode, stdout } = await wes(['export', '--folder', inside]);
    expect([exitCode, stdout]).toEqual([0, '2 written: ...json, a.json\n0 unchanged\n']);
    expect((await readdir(inside)).sort()).toEqual(['...json', 'a.json']);
    const written = JSON.parse(await readFile(join(inside, 'a.json'), 'utf8')) as Body;
    expect(written).toMatchObject({ key: 'a', enabled: false, order: 10 });
    expect(Object.keys(written)).not.toContain('id');
    const { mtimeMs } = await stat(join(inside, 'a.json'));
    await create(minimalTemplate({ key: 'b' }));
    expect(await run('export', '--folder', inside)).toEqual({
      ...{ folder: inside, written: ['b.json'], unchanged: 2, others: [] },
    });
    expect((await stat(join(inside, 'a.json'))).mtimeMs).toBe(mtimeMs);
  });

  it('names files of no template, and leaves them', async () => {
    await create(minimalTemplate({ key: 'a' }));
    await file('gone.json', '{}');
    await file('README.md', 'x');
    const { stderr } = await wes(['export', '--folder', folder]);
    expect(stderr).toBe('1 without a template, left as they are: gone.json\n');
    expect(await exported()).toMatchObject({ others: ['gone.json'] });
    expect((await readdir(folder)).sort()).toEqual(['README.md', 'a.json', 'gone.json']);
  });

  it('is refused where it cannot write', async () => {
    await create(minimalTemplate());
    await file('a-file', 'x');
    const { exitCode, stderr } = await wes(['export', '--folder', join(folder, 'a-file')]);
    expect([exitCode, stderr]).toEqual([1, `Cannot write ${join(folder, 'a-file')}: a file has its name.\n`]);
  });
});

describe('wes template import', () => {
  it('of an export changes nothing, also of the demo', async () => {
    await app.app.get(AnnouncementTemplatesService, { strict: false }).upsertByKey(readDemoFile('templates'));
    await create(
      templateBody({ key: 'Case' }),
      templateBody({ key: 'case' }),
      minimalTemplate({ key: '..' }),
    );
    await exported();
    const before = await rows();
    for (const options of [[], ['--prune'], ['--dry-run']])
      expect(await imported(...options)).toMatchObject({
        ...{ created: [], updated: [], removed: [], unchanged: before.length },
      });
    expect(await rows()).toEqual(before);
    expect(await records()).toHaveLength(3); // of the creations
    await app.sql('DELETE FROM announcement_template');
    expect((await imported())['created']).toHaveLength(before.length);
    const again = JSON.parse(JSON.stringify(await exported())) as Body;
    expect(again).toMatchObject({ written: [], unchanged: before.length });
  });

  it('creates, replaces and keeps templates, and records each change', async () => {
    await create(
      templateBody({ key: 'changed' }),
      templateBody({ key: 'same' }),
      minimalTemplate({ key: 'kept' }),
    );
    await exported();
    await app.sql('DELETE FROM audit_record');
    const [changed] = (await all()).filter(({ key }) => key === 'changed');
    await rm(join(folder, 'kept.json'));
    await file('changed.json', { key: 'changed', title: { defaultValue: 'New' } });
    await file('added.json', { key: 'added', title: { defaultValue: 'Added' }, enabled: false });
    const { exitCode, stdout, stderr } = await wes(['import', '--folder', folder]);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '1 created: added\n1 updated: changed\n2 unchanged\nImported.\n',
      stderr: '',
    });
    expect((await all()).find(({ key }) => key === 'changed')).toEqual({
      ...{ id: changed!['id'], key: 'changed', title: { defaultValue: 'New', valid: true } },
      ...{ enabled: true, placeholders: [] },
    });
    const recorded = (await records()) as Body[];
    expect(recorded.map(({ operation }) => operation).sort()).toEqual([
      'template.create',
      'template.replace',
    ]);
    for (const record of recorded)
      expect(record).toMatchObject({ company_id: companyId, actor_kind: 'operator' });
    expect(recorded.find(({ operation }) => operation === 'template.replace')).toMatchObject({
      before: { title: { defaultValue: 'Welcome, {firstName}!' } },
      after: { title: { defaultValue: 'New' } },
    });
  });

  it('removes templates without a file with --prune, and nothing in a dry run', async () => {
    await create(minimalTemplate({ key: 'a' }), minimalTemplate({ key: 'gone' }));
    await file('a.json', { key: 'a', title: { defaultValue: 'Title' } });
    const before = await rows();
    const report = { created: [], updated: [], removed: ['gone'], unchanged: 1 };
    const dry = await wes(['import', '--folder', folder, '--prune', '--dry-run']);
    expect(dry.stdout).toBe('1 removed: gone\n1 unchanged\nNothing was written: this was a dry run.\n');
    expect(await rows()).toEqual(before);
    expect(await imported('--prune')).toEqual({ dryRun: false, ...report });
    expect((await all()).map(({ key }) => key)).toEqual(['a']);
    expect((await records()).at(-1)).toMatchObject({ operation: 'template.delete' });
  });

  it('writes nothing unless all files are right, and names file and property of each issue', async () => {
    await file('a.json', { key: 'a', title: { defaultValue: 'Fine' } });
    await file('b.json', { key: 'b', title: { defaultValue: ' ' }, order: 'x' });
    await file('c.json', '{');
    await file('d.json', { key: 'a', title: { defaultValue: 'x' } });
    await file('a~2.json', { key: 'a', title: { defaultValue: 'x' } });
    const { code, errors } = await refused();
    expect(code).toBe('IMPORT_REFUSED');
    expect(errors!.map(({ path, code: rule }) => `${String(path)} ${String(rule)}`)).toEqual([
      'a~2.json: key NOT_UNIQUE',
      'b.json: title.defaultValue BLANK',
      'b.json: order WRONG_TYPE',
      'c.json MALFORMED_JSON',
      'd.json: key NOT_ALLOWED',
    ]);
    expect(await all()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an empty folder, also with --prune', () => file('a.txt', ''), 'it has no .json files'],
    ['a folder that is missing', () => rm(folder, { recursive: true }), 'there is no such file or folder'],
    ['a folder with the name of a file', () => mkdir(join(folder, 'a.json')), 'it is not a file'],
    ['a pipe', () => symlink('/dev/zero', join(folder, 'a.json')), 'it is not a file'],
    ['a large file', () => file('a.json', ' '.repeat(1_048_577)), 'it has more than 1 MiB'],
  ])('is refused for %s', async (_, prepare, reason) => {
    await create(minimalTemplate());
    await prepare();
    const { code, message } = await refused('--prune');
    expect([code, message]).toEqual(['FILE_UNREADABLE', expect.stringContaining(reason)]);
    expect(await all()).toHaveLength(1);
  });

  it('is refused where the catalogue would be too large', async () => {
    const text = {
      defaultValue: 'x'.repeat(20_000),
      langValues: { de: 'y'.repeat(20_000), es: 'z'.repeat(20_000) },
    };
    for (let index = 0; index < 141; index++)
      await file(`t${index}.json`, { key: `t${index}`, title: { defaultValue: 'T' }, body: text });
    expect((await refused()).code).toBe('CATALOGUE_TOO_LARGE');
    expect(await all()).toEqual([]);
  });

  it('records changes with the company that is named, and is refused where there is none', async () => {
    const other = await app.company();
    await file('a.json', { key: 'a', title: { defaultValue: 'A' } });
    expect(await imported('--company', other)).toMatchObject({ created: ['a'] });
    expect(await records()).toMatchObject([{ company_id: other, operation: 'template.create' }]);
    await file('a.json', { key: 'a', title: { defaultValue: 'B' } });
    const { exitCode, stderr } = await wes(['import', '--folder', folder], { OPERATOR_COMPANY_ID: 'any' });
    expect([exitCode, stderr]).toEqual([
      2,
      'No audit trail would have the changes: name a company with --company, or with OPERATOR_COMPANY_ID.\n',
    ]);
    expect(await all()).toMatchObject([{ title: { defaultValue: 'A' } }]);
    expect(await records()).toHaveLength(1);
    expect((await refused('--company', 'Nobody')).code).toBe('COMPANY_NOT_FOUND');
  });
});

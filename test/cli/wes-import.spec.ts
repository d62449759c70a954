import { join } from 'node:path';
import { actionRecord, noteRecord, planRecord, PLANS, type Body } from '../support/builders/plan.js';
import { ImportFixture } from '../support/import-fixture.js';
import { runWes } from '../support/loaded-program.js';
import { runWesOnTerminal } from '../support/run-wes.js';

const TYPES = 'area, group, employee, plan, timesheet, deletedTimesheet';
const UNKNOWN = '0123456789abcdef01234567';

let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await ImportFixture.open(['action_plan', 'plan_action']);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.newCompany());

describe('a document', () => {
  it('is imported, and the second time changes nothing', async () => {
    const plans = [
      planRecord({ actions: [actionRecord({ notes: [noteRecord()] }), actionRecord()] }),
      planRecord(),
    ];
    const path = await fixture.document({ plans });
    const done = (counts: string) => ({
      exitCode: 0,
      stdout: `records  created  updated  unchanged\nplans    ${counts}\nImported.\n`,
      stderr: '',
    });
    expect(await fixture.import(path)).toEqual(done('2        0        0'));
    const before = await fixture.everything();
    expect(await fixture.import(path)).toEqual(done('0        0        2'));
    expect(await fixture.everything()).toEqual(before);
    const reader = await fixture.app.user('MANAGER', fixture.companyId);
    const { total, result } = (await reader.get(PLANS)).body as { total: number; result: Body[] };
    expect(total).toBe(2);
    expect(result.map(({ id }) => id).sort()).toEqual(plans.map(({ id }) => id).sort());
  });

  it('prints a summary in JSON', async () => {
    const path = await fixture.document({ plans: [planRecord()] });
    const { exitCode, stdout, stderr } = await fixture.import(path, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      dryRun: false,
      records: { plans: { created: 1, updated: 0, unchanged: 0 } },
    });
  });

  it('shows on a terminal what it does', async () => {
    const plans = Array.from({ length: 2_000 }, () => planRecord({ actions: [actionRecord()] }));
    const command = ['import', '--company', fixture.companyId, await fixture.document({ plans })];
    const { exitCode, screen } = await runWesOnTerminal(command, { DATABASE_URL: fixture.app.databaseUrl });
    expect(exitCode).toBe(0);
    expect(screen).toMatch(/reading [^]+writing [^]+plans +2000 +0 +0\r\nImported\./);
  });

  it('leaves nothing behind after a dry run', async () => {
    const kept = planRecord();
    await fixture.import(await fixture.document({ plans: [kept] }));
    const before = await fixture.everything();
    const path = await fixture.document({
      plans: [{ ...kept, title: { defaultValue: 'Changed' } }, planRecord({ actions: [actionRecord()] })],
    });
    expect(await fixture.import(path, '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/plans +1 +1 +0\nNothing was written: this was a dry run\.\n$/),
    });
    expect(JSON.parse((await fixture.import(path, '--dry-run', '--json')).stdout)).toMatchObject({
      dryRun: true,
    });
    expect(await fixture.everything()).toEqual(before);
  });

  it('may begin with a byte order mark, be empty, or have lists that are null', async () => {
    const marked = await fixture.file('marked.json', `\ufeff${JSON.stringify({ plans: [planRecord()] })}`);
    expect(await fixture.import(marked)).toMatchObject({ exitCode: 0 });
    expect(await fixture.import(await fixture.document({}))).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Imported.'),
    });
    expect(await fixture.import(await fixture.document({ plans: null }))).toMatchObject({ exitCode: 0 });
  });

  it('is refused as a whole for one bad record, named by its path', async () => {
    const bad = planRecord({ actions: [actionRecord(), actionRecord({ title: { defaultValue: ' ' } })] });
    await fixture.expectRefusal(
      await fixture.document({ plans: [planRecord(), planRecord(), bad] }),
      'plans[2].actions[1].title.defaultValue: must contain a character that is not white space',
    );
  });

  it('names every issue to a program, and the first twenty to a person', async () => {
    const path = await fixture.document({
      plans: Array.from({ length: 30 }, () => planRecord({ title: null })),
    });
    const { stderr } = await fixture.import(path, '--json');
    const { error } = JSON.parse(stderr) as { error: { code: string; errors: Body[] } };
    expect(error.code).toBe('IMPORT_REFUSED');
    expect(error.errors).toHaveLength(30);
    expect(error.errors[29]).toEqual({ path: 'plans[29].title', code: 'REQUIRED', message: 'is required' });
    expect((await fixture.import(path)).stderr.trimEnd().split('\n').slice(-2)).toEqual([
      'plans[19].title: is required',
      '… and 10 more',
    ]);
  });

  it('is refused for an id that occurs twice', async () => {
    const plan = planRecord();
    await fixture.expectRefusal(
      await fixture.document({ plans: [plan, planRecord(), plan] }),
      'plans[2].id: must not occur twice in one import',
    );
  });

  it('is refused for an id of another company', async () => {
    const plan = planRecord();
    const path = await fixture.document({ plans: [planRecord(), plan] });
    expect(await fixture.import(await fixture.document({ plans: [plan] }))).toMatchObject({ exitCode: 0 });
    await fixture.newCompany();
    await fixture.expectRefusal(path, 'plans[1].id: already belongs to another record');
  });

  it.each([
    ['[]', 'must be an object'],
    ['null', 'must be an object'],
    ['{ "plans": {} }', 'plans: must be an array'],
    ['{ "plan": [] }', 'plan: is not a property of this object'],
    ['{ "__proto__": [] }', '__proto__: is not a property of this object'],
    ['{ "plans": [1] }', 'plans[0]: must be an object'],
    ['{ "plans": [\n  {},\n  { "id": }\n] }', 'line 3: is not JSON from column 11 on: a value is missing'],
    ['{ "plans": [\n', 'line 2: is not JSON from column 1 on: a closing bracket is missing'],
    ['', 'line 1: is not JSON from column 1 on: a value is missing'],
  ])('is refused when it is %j', async (content, named) => {
    const path = await fixture.file('bad.json', content);
    const { exitCode, stderr } = await fixture.import(path);
    expect({ exitCode, lines: stderr.split('\n') }).toEqual({
      exitCode: 1,
      lines: expect.arrayContaining([named]),
    });
  });
});

describe('NDJSON', () => {
  it('is imported line by line, empty lines aside', async () => {
    const [one, other] = [planRecord({ title: { defaultValue: 'A\u2028B' } }), planRecord()];
    const path = await fixture.file(
      'plans.NDJSON',
      `${JSON.stringify({ type: 'plan', ...one })}\r\n\n  \n${JSON.stringify({ ...other, type: 'plan' })}`,
    );
    expect(await fixture.import(path)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/plans +2 +0 +0\n/),
    });
    expect(await fixture.import(path)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/plans +0 +0 +2\n/),
    });
  });

  it('is refused as a whole for one bad record, named by its line', async () => {
    await fixture.expectRefusal(
      await fixture.lines(
        { type: 'plan', ...planRecord() },
        { type: 'plan', ...planRecord({ visibility: 'SECRET' }) },
      ),
      'line 2: visibility: must be one of PUBLIC, PRIVATE',
    );
  });

  it('is refused for an id that occurs twice', async () => {
    const plan = { type: 'plan', ...planRecord() };
    await fixture.expectRefusal(
      await fixture.lines(plan, plan),
      'line 2: id: must not occur twice in one import',
    );
  });

  it.each([
    ['{"type":"plan"}\n\n[1]\n', 'line 3: must be an object'],
    ['{"type":"nonsense"}', `line 1: type: must be one of ${TYPES}`],
    ['{"title":{}}', `line 1: type: must be one of ${TYPES}`],
    ['{"type":"constructor"}', `line 1: type: must be one of ${TYPES}`],
    ['{"type":"plan"}', 'line 1: title: is required'],
    ['\n{"type":"plan", "title": {"defaultV', 'line 2: is not JSON from column 27 on: a string has no end'],
  ])('is refused when it is %j', async (content, named) => {
    const path = await fixture.file('bad.ndjson', content);
    await fixture.expectRefusal(path, named);
  });

  it('is refused when a line is longer than memory should hold', async () => {
    const path = await fixture.file('long.ndjson', `{}\n{"type":"${'x'.repeat(17 * 1024 * 1024)}`);
    await fixture.expectRefusal(path, `line 1: type: must be one of ${TYPES}`);
    const alone = await fixture.file('long.ndjson', `\n{"type":"${'x'.repeat(17 * 1024 * 1024)}`);
    await fixture.expectRefusal(alone, 'line 2: must be at most 16777216 characters long');
  });
});

describe('a file', () => {
  it.each(['missing.json', 'missing.ndjson'])('that is not there is refused: %s', async (name) => {
    const { exitCode, stderr } = await fixture.import(join(fixture.folder, name));
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `Cannot read ${join(fixture.folder, name)}: there is no such file or folder.\n`,
    });
  });

  it.each(['latin1.json', 'latin1.ndjson'])('that is not UTF-8 is refused: %s', async (name) => {
    const path = await fixture.file(
      name,
      Buffer.from('{"type":"plan","title":{"defaultValue":"Caf\xe9"}}', 'latin1'),
    );
    expect(await fixture.import(path)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `Cannot read ${path}: it is not UTF-8.\n`,
    });
  });

  it('that is a folder is refused', async () => {
    expect(await fixture.import(fixture.folder)).toMatchObject({
      exitCode: 1,
      stderr: `Cannot read ${fixture.folder}: it is a folder.\n`,
    });
  });

  it('cannot be put into a company that there is not', async () => {
    fixture.companyId = UNKNOWN;
    const { exitCode, stderr } = await fixture.import(await fixture.document({ plans: [planRecord()] }));
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `There is no company ${UNKNOWN}.\n` });
  });

  it.each([
    ['no company', ['import', 'x.json'], "required option '--company <id|name>' not specified"],
    ['a blank company', ['import', '--company', ' ', 'x.json'], 'must be the id or the name of a company'],
    ['no file', ['import', '--company', UNKNOWN], "missing required argument 'file'"],
    ['two files', ['import', '--company', UNKNOWN, 'x', 'y'], 'too many arguments'],
  ])('is wrong usage with %s', async (_, args, message) => {
    const { exitCode, stderr } = await runWes(args, { DATABASE_URL: fixture.app.databaseUrl });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});

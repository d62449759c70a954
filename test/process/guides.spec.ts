import { demoDataDir } from '../support/demo-folder.js';
import { type Block, comparable, masked, pagesOf, stepsOf } from '../support/guides.js';
import { type DemoAccess, endServices, ServiceProcess } from '../support/service-process.js';
import { ShellFolder, SHELLS } from '../support/shells.js';
import { INSTALLATION_LIMIT_MS } from '../support/system-packages.js';

const END = '(end of the block)';
const LOOP = /\b(?:while|until|for) .*; do /;

/** Scripts of npm, and its own commands. */
const NPM = ['ci', 'init', 'install', 'pkg', 'start'];

const guides = pagesOf('guide');

function expectShown(output: string, { language, text }: Block): void {
  if (language === 'json') {
    const page: unknown = JSON.parse(text);
    expect(comparable(JSON.parse(output), page)).toEqual(comparable(page, page));
  } else {
    const lines = output.split('\n').map((line) => line.trimEnd());
    expect(masked(lines.join('\n').trim())).toBe(masked(text.trim()));
  }
}

describe.each(SHELLS)('the guides in %s', (name) => {
  let service: ServiceProcess;
  let access: DemoAccess;
  let shell: ShellFolder;

  beforeAll(async () => {
    shell = await ShellFolder.create(name);
    service = await ServiceProcess.start({ dataDir: await demoDataDir() });
    access = service.demo()[0]!;
  }, INSTALLATION_LIMIT_MS);

  afterAll(async () => {
    await endServices();
    await shell.remove();
  }, 60_000);

  /** The blocks of a page as one script, each with {@link END} behind its output. */
  const scriptOf = (page: string, { admin, manager, apiKey }: Omit<DemoAccess, 'company'>): string =>
    stepsOf(guides.get(page)!)
      .map((step) => `${step.script}printf '\\n%s\\n' '${END}'\n`)
      .join('')
      .replaceAll("ADMIN='…'", `ADMIN='${admin}'`)
      .replaceAll("SESSION='…'", `SESSION='${manager}'`)
      .replaceAll("KEY='…'", `KEY='${apiKey}'`)
      .replaceAll('http://localhost:3000', service.baseUrl);

  const withShell = [...guides].filter(([, blocks]) => stepsOf(blocks).length > 0).map(([page]) => page);

  it.each(withShell)(
    '%s: every block works, and answers as the page shows',
    async (page) => {
      const steps = stepsOf(guides.get(page)!);
      const script = scriptOf(page, access);
      expect(script).not.toContain('…');
      const { stdout, stderr } = await shell.run(script, { DATA_DIR: service.dataDir });
      expect(stderr).toBe('');
      const outputs = stdout.split(`\n${END}\n`);
      expect(outputs).toHaveLength(steps.length + 1);
      for (const [index, { shown }] of steps.entries()) if (shown) expectShown(outputs[index]!, shown);
    },
    120_000,
  );

  const withLoop = withShell.filter((page) =>
    stepsOf(guides.get(page)!).some(({ script }) => LOOP.test(script)),
  );

  it.each(withLoop)(
    '%s: ends with an error where the credential is wrong',
    async (page) => {
      const script = scriptOf(page, { admin: 'wrong', manager: 'wrong', apiKey: 'wrong' });
      const { stdout, stderr } = await shell.run(script, { DATA_DIR: service.dataDir });
      expect(stdout + stderr).toMatch(/"status":401|returned error: 401/);
      expect(stdout.split(`\n${END}\n`)).toHaveLength(stepsOf(guides.get(page)!).length + 1);
    },
    40_000,
  );

  it('call npm and wes as they are', async () => {
    const calls = await shell.calls();
    expect(calls.length).toBeGreaterThan(5);
    for (const [program, ...args] of calls)
      if (program === 'wes') await shell.expectUsage(args);
      else expect(NPM).toContain(args[0]);
  }, 60_000);
});

it('pages for operators call wes as it is', async () => {
  const shell = await ShellFolder.create('bash');
  const lines = [...pagesOf().values()]
    .flat()
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.startsWith('wes '));
  expect(lines.length).toBeGreaterThan(40);
  await shell.run(lines.join('\n'));
  for (const [, ...args] of await shell.calls()) await shell.expectUsage(args);
  await shell.remove();
}, 120_000);

describe('the comparison notices', () => {
  const page = {
    id: '6b0580ec233bbb9484c7a7bd',
    at: '2026-11-24T12:19:56.284Z',
    cursor: '…',
    list: [{ n: 1 }],
    none: [],
  };
  const answer = {
    ...page,
    id: '0123456789abcdef01234567',
    at: '2027-01-01T00:00:00Z',
    cursor: 'x',
    list: [{ n: 1 }, { n: 2 }],
  };
  const shown = { language: 'json', text: JSON.stringify(page) };

  it('nothing where only ids, times, cursors and further entries differ', () => {
    expectShown(JSON.stringify(answer), shown);
  });

  it.each([
    ['another value', { ...answer, list: [{ n: 2 }] }],
    ['a property more', { ...answer, more: true }],
    ['a property less', { ...answer, none: undefined }],
    ['another kind of text', { ...answer, id: '2027-01-01' }],
    ['a number in the place of a text', { ...answer, cursor: 1 }],
    ['an entry in an empty list', { ...answer, none: [1] }],
    ['an entry that is missing', { ...answer, list: [] }],
  ])('%s', (_, other) => {
    expect(() => expectShown(JSON.stringify(other), shown)).toThrow();
  });

  it('an answer without a request', () => {
    expect(() => stepsOf([{ language: 'ts', text: '' }, shown])).toThrow('No request has this answer');
  });
});

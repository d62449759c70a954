import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { Client } from '../../packages/client/dist/index.js';
import { SCOPES } from '../../src/shared-kernel/actor.js';
import { TestApp } from '../support/test-app.js';

const PACKAGE = resolve(import.meta.dirname, '../../packages/client');
const run = promisify(execFile);

let app: TestApp;
let folder: string;
let env: Record<string, string>;
let client: Client;

beforeAll(async () => {
  app = await TestApp.start();
  folder = await mkdtemp(join(tmpdir(), 'wes-examples-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { key } = await app.integration(SCOPES);
  env = { WES_URL: app.baseUrl, WES_API_KEY: key };
  client = new Client({ baseUrl: app.baseUrl, apiKey: key });
});

const person = (index: number): { externalId: string; email: string } => ({
  externalId: `HR-${index}`,
  email: `person-${index}@example.com`,
});
const staff = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => person(index)));

describe('the nightly run', () => {
  const main = join(PACKAGE, 'dist/examples/nightly.js');
  const nightly = async (people: string): Promise<{ code: number; lines: string[]; stderr: string }> => {
    const files = ['staff.json', 'cursor'].map((name) => join(folder, name));
    await writeFile(files[0]!, people);
    const { code, stdout, stderr } = await run(process.execPath, [main, ...files], { env }).then(
      (output) => ({ code: 0, ...output }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
    return { code, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
  };

  it('sends the staff, reads everything once and then what has changed, and reports a list that is refused', async () => {
    const first = await nightly(staff(8));
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.lines[0]).toBe('synced {"added":8,"changed":0,"ended":0,"unchanged":0,"skipped":0}');
    expect(first.lines.slice(1).sort()).toEqual(
      Array.from({ length: 8 }, (_, index) => `has ${person(index).email}`),
    );

    const { data: moved } = await client.updateEmployeeByExternalId('HR-3', { name: 'Jo' });
    const second = await nightly(staff(8));
    expect(second.code).toBe(0);
    expect(second.lines[0]).toContain('"unchanged":8');
    // Transactions of other specs on the same server can hold the newest change back until the next night.
    for (const line of second.lines.slice(1)) expect(line).toBe(`changed ${moved.id}`);

    const third = await nightly(staff(1));
    expect(third).toMatchObject({ code: 1, stderr: expect.stringContaining('BLOCKED: TOO_MANY_ENDS') });
  });

  it('has at most 40 lines', async () => {
    const text = await readFile(join(PACKAGE, 'examples/nightly.ts'), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });
});

it('the TypeScript of the README compiles strictly and runs, from its first block to its last', async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(5);
  // In the folder of the package, where its own name leads to it.
  const target = join(PACKAGE, 'dist/readme');
  await mkdir(target, { recursive: true });
  const file = join(target, 'readme.ts');
  await writeFile(file, blocks.join('\n'));

  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...{ strict: true, target: 'es2022', module: 'nodenext', types: ['node'] },
      lib: ['es2022', 'dom', 'dom.iterable'],
    },
    PACKAGE,
  );
  const program = ts.createProgram([file], options);
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual(
    [],
  );

  const { stdout } = await run(process.execPath, [join(target, 'readme.js')], { env });
  expect(stdout).toMatch(/^\[\]\nREADY \{\s+added: 2,/);
  expect(stdout).toContain('will be added: ana@example.com');
  expect(stdout).toMatch(/\nAPPLIED\n/);
  expect(stdout).toContain('has jo@example.com');
  expect((await client.getEmployeeByExternalId('HR-1')).data.name).toBe('Jo Doe');
});

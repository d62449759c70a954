import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
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

  it('sends the staff, reads everything once and then what has changed, and reports a refused list', async () => {
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

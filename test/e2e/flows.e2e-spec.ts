import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SCOPES } from '../../src/shared-kernel/actor.js';
import { INVITE } from '../support/builders/employee.js';
import { PATH } from '../support/on-path.js';
import { TestApp } from '../support/test-app.js';

const ROOT = resolve(import.meta.dirname, '../..');
const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const run = promisify(execFile);

let app: TestApp;
let folder: string;
let inputs: Record<string, string>;

beforeAll(async () => {
  app = await TestApp.start();
  folder = await mkdtemp(join(tmpdir(), 'wes-flows-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const companyId = await app.company();
  const integration = await app.integration(SCOPES, companyId);
  await integration.post(INVITE, { email: 'bego@example.com', name: 'Begoña Etxeberria' });
  const { sessionId } = await app.user('MANAGER', companyId);
  inputs = {
    ...{ baseUrl: app.baseUrl, sessionId, serviceAPIKey: integration.key },
    ...{ person: 'etxe bego', source: 'hr' },
  };
});

/** Runs the flows of `docs/flows.arazzo.yaml`, changed as told, by `redocly respect`. */
async function respect(change = (text: string): string => text): Promise<{ code: number; output: string }> {
  const text = await readFile(join(ROOT, 'docs/flows.arazzo.yaml'), 'utf8');
  const file = join(folder, 'flows.arazzo.yaml');
  await writeFile(file, change(text.replace('../openapi.json', join(ROOT, 'openapi.json'))));
  const given = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
  const args = [REDOCLY, 'respect', file, '--server', `wes=${app.baseUrl}`, ...given];
  // Nothing is sent to others, and nothing is asked for.
  const env = { PATH, HOME: folder, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return run(process.execPath, args, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );
}

it('redocly respect finds the flows as described', async () => {
  const { code, output } = await respect();
  expect(output).toMatch(/Workflows: 3 passed, 3 total/);
  expect(code).toBe(0);
}, 60_000);

it('redocly respect notices a flow that is described in another way', async () => {
  const { code, output } = await respect((text) =>
    text.replace("/content == 'The kitchen agrees.'", "/content == 'No.'"),
  );
  expect(output).toMatch(/Workflows: 2 passed, 1 failed, 3 total/);
  expect(code).toBe(1);
}, 60_000);

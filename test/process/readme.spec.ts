import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { runWes } from '../support/loaded-wes.js';
import { PATH } from '../support/on-path.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from '../support/system-packages.js';

const ROOT = resolve(import.meta.dirname, '../..');
const UNKNOWN = '0123456789abcdef01234567';
/** Records the arguments of npm, which would install everything again, as JSON. */
const NPM = `#!/usr/bin/env node
require('node:fs').appendFileSync(process.env.NPM_CALLS, JSON.stringify(process.argv.slice(2)) + '\\n');
`;

const blocks = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```/gm)].map(
  ([, block]) => block!,
);
const isOfNpm = (block: string): boolean => /^(?:\w+=\S+ )?npm /.test(block);
const tour = blocks.filter((block) => !isOfNpm(block)).join('\n');

interface Run {
  readonly stdout: string;
  readonly stderr: string;
}

/** Shells as people paste into them: zsh knows no comments there. */
const SHELLS = {
  bash: async () => [await ensureInstalled(SYSTEM_PACKAGES.bash), '--norc'],
  zsh: async () => [await ensureInstalled(SYSTEM_PACKAGES.zsh), '-f', '-i', '+o', 'prompt_sp'],
};

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('the blocks of README.md in %s', (shell) => {
  let service: ServiceProcess;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wes-readme-'));
    await writeFile(join(folder, 'npm'), NPM);
    await chmod(join(folder, 'npm'), 0o755);
    await SHELLS[shell]();
  }, INSTALLATION_LIMIT_MS);

  afterAll(async () => {
    await endServices();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  async function run(script: string, env: Record<string, string> = {}): Promise<Run> {
    const [file, ...options] = await SHELLS[shell]();
    const child = spawn(file!, options, {
      cwd: folder,
      env: { PATH: `${folder}${delimiter}${PATH}`, PS1: '', PS2: '', HOME: folder, ...env },
    });
    child.stdin.end(script);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { stdout, stderr };
  }

  it('of the tour do what the text says', async () => {
    service = await ServiceProcess.start();
    const { admin, manager, apiKey } = service.demo()[0]!;
    const sessions = [admin, manager];
    const script = tour
      .replaceAll("SESSION='…'", () => `SESSION='${sessions.shift()}'`)
      .replaceAll("KEY='…'", `KEY='${apiKey}'`)
      .replaceAll('http://localhost:3000', service.baseUrl);
    expect(script).not.toContain('…');
    const { stdout, stderr } = await run(script, { DATA_DIR: service.dataDir });
    expect(stderr).toBe('');
    for (const shown of [
      ...['"key":"summer-party"', '"errorCode":"TEMPLATE_KEY_CONFLICT"', '"Late breakfast until noon"'],
      ...['"content":"The kitchen agrees."', '"status":"SENT"', '"status":412', 'Employee deleted'],
    ])
      expect(stdout).toContain(shown);
    expect(stdout).toMatch(/^([0-9a-f]{24})\n\1$/m); // the repeat of the request
    expect(stdout).toMatch(/[1-9]\d*\n[1-9]\d*\n[1-9]\d*\n\{/); // employees by area, by group and by profile
    expect(stdout).toMatch(/^employee [0-9a-f]{24} changed$/m); // by the feed
    expect(stdout).toMatch(/^from 0: \d+ of [1-9]\d*$/m);
    expect(stdout).toMatch(/^from \d+: 0 of [1-9]\d*$/m);
    expect((await readFile(join(service.dataDir, 'workbook.xlsx'))).subarray(0, 2).toString()).toBe('PK');
  }, 180_000);

  it('of npm call scripts that exist, and wes with options that it has', async () => {
    const calls = join(folder, 'calls');
    const { stderr } = await run(blocks.filter(isOfNpm).join('\n'), { NPM_CALLS: calls });
    expect(stderr).toBe('');
    const called = (await readFile(calls, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const known = ['ci', ...Object.keys(scripts)];
    for (const [name] of called) if (!name!.startsWith('run')) expect(known).toContain(name);
    const wes = called.filter(([, , name]) => name === 'wes').map(([, , , , ...args]) => args);
    expect(wes.length).toBeGreaterThan(25);
    for (const args of wes.filter(([command]) => command !== 'demo' && command !== 'migrate')) {
      const given = args.map((word) => (word === 'ID' ? UNKNOWN : word));
      // Without a database each is refused, unless its usage is wrong.
      const { exitCode, stderr: reason } = await runWes(given, { DATA_DIR: join(folder, 'none') });
      expect([args, exitCode, reason]).toEqual([args, given[0] === '--help' ? 0 : 1, expect.anything()]);
    }
  }, 120_000);
});

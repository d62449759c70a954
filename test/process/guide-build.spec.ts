import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { demoDataDir } from '../support/demo-folder.js';
import { eventually } from '../support/eventually.js';
import { endServices, environmentFor } from '../support/service-process.js';

const ROOT = resolve(import.meta.dirname, '../..');
const COPIED = ['package.json', 'package-lock.json', 'tsconfig.json', 'openapi.json', 'CHANGELOG.md'].concat(
  ...['.env.example', 'README.md', 'demo', 'dist', 'docs', 'packages', 'scripts', 'src'],
);
/** The build has a lower priority than the specs beside it. */
const BUILD_LIMIT_MS = 600_000;

let checkout: string;
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'wes-checkout-'));
  await Promise.all(
    COPIED.map((name) =>
      cp(join(ROOT, name), join(checkout, name), { recursive: true, preserveTimestamps: true }),
    ),
  );
  await rm(join(checkout, 'dist/guide'), { recursive: true, force: true });
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(async () => {
  await endServices();
  await rm(checkout, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts the service of the copy. @returns its address, and how it is stopped */
async function start(dataDir: string): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const env = environmentFor(dataDir);
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const exited = once(child, 'exit');
  const baseUrl = await eventually(() => {
    const [, address] = /Guide +(\S+)\/guide/.exec(printed) ?? [];
    if (address === undefined) throw new Error(`The guide is not named: ${printed}`);
    return address;
  }, 120_000);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  return { baseUrl, stop };
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

it('is built at the first start, also after one that was ended, with the package of the client', async () => {
  const dataDir = await demoDataDir();
  const ended = await start(dataDir);
  const page = await eventually(async () => {
    const text = await textOf(`${ended.baseUrl}/guide`);
    expect(text).toContain('The guide is being built');
    return text;
  });
  expect(page).toContain('http-equiv="refresh"');
  const { status, headers } = await fetch(`${ended.baseUrl}/guide/wes-client-1.0.0.tgz`);
  expect([status, headers.get('retry-after')]).toEqual([503, '30']);
  await ended.stop();
  expect(await readdir(join(checkout, 'dist'))).not.toContain('guide');

  const { baseUrl, stop } = await start(dataDir);
  try {
    await eventually(async () => {
      expect(await textOf(`${baseUrl}/guide/hr-system`)).toContain('wes-client-');
    }, BUILD_LIMIT_MS);
    expect((await readdir(join(checkout, 'dist'))).filter((name) => /^guide\.\d/.test(name))).toEqual([]);
    const name = 'wes-client-1.0.0.tgz';
    const file = Buffer.from(await (await fetch(`${baseUrl}/guide/${name}`)).arrayBuffer());
    const checksum = createHash('sha256').update(file).digest('hex');
    expect(await textOf(`${baseUrl}/guide/${name}.sha256`)).toBe(`${checksum}  ${name}\n`);

    const project = await mkdtemp(join(tmpdir(), 'wes-project-'));
    const run = promisify(execFile);
    await run('npm', ['init', '-y'], { cwd: project });
    await run('npm', ['install', `${baseUrl}/guide/${name}`], { cwd: project });
    const program = `const { Client } = await import('@wes/client'); console.log(typeof Client);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project });
    expect(stdout).toBe('function\n');
    await rm(project, { recursive: true });
  } finally {
    await stop();
  }
}, 800_000);

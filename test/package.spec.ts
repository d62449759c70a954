import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freshDatabase } from './support/databases.js';
import { environmentFor } from './support/service-process.js';

const PROJECT = resolve(import.meta.dirname, '..');
const { PATH } = environmentFor('unused');

const runFile = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wes-package-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('npm pack', () => {
  it('packs what the service needs, and it starts from there', async () => {
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await runFile('npm', pack, { cwd: PROJECT, maxBuffer: 2 ** 24 });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    const kinds = /^(?:dist\/guide\/.+|dist\/src\/[\w.-]+\.js(?:\.map)?|demo\/[\w-]+\.json)$/;
    expect(paths.filter((path) => !kinds.test(path)).sort()).toEqual([
      ...['.env.example', 'CHANGELOG.md', 'README.md', 'package.json'],
    ]);
    expect(paths.filter((path) => path.includes('.spec.'))).toEqual([]);

    await runFile('tar', ['-xf', join(folder, filename), '-C', folder]);
    const root = join(folder, 'package');
    await symlink(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
    const { stdout: version } = await runFile(process.execPath, ['dist/src/wes.js', '--version'], {
      cwd: root,
    });
    expect(version.trim()).toBe(
      (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    );

    const env = { PATH, PORT: '0', LOG_FORMAT: 'json', DATABASE_URL: await freshDatabase('package') };
    const service = spawn(process.execPath, ['dist/src/api.js'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 45_000,
      killSignal: 'SIGKILL',
    });
    const ended = once(service, 'exit');
    const messages: string[] = [];
    for await (const line of createInterface(service.stdout)) {
      const { msg } = JSON.parse(line) as { msg: string };
      messages.push(msg);
      if (msg === 'ready') service.kill();
    }
    expect([messages, await ended]).toEqual([
      ['ready', 'stopping', 'stopped'],
      [0, null],
    ]);
  });
});

describe('npm version', () => {
  let repository: string;
  beforeEach(() => (repository = join(folder, 'repository')));

  const run = async (...command: string[]): Promise<string> => {
    const [program = '', ...args] = command;
    const identity = { GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Jo' };
    const email = { GIT_CONFIG_KEY_1: 'user.email', GIT_CONFIG_VALUE_1: 'jo@example.com' };
    return (
      await runFile(program, args, { cwd: repository, env: { PATH, HOME: folder, ...identity, ...email } })
    ).stdout;
  };

  it('commits and tags the version with its part of the change log and its image, never without a part', async () => {
    await mkdir(repository, { recursive: true });
    const kustomization = 'ops/kubernetes/kustomization.yaml';
    await mkdir(join(repository, 'releases'));
    await writeFile(join(repository, 'openapi.json'), '{}');
    await writeFile(join(repository, 'releases/accepted-changes.json'), '[{}]');
    const client = ['package.json', 'README.md'].map((file) => `packages/client/${file}`);
    client.push('docs/guide/hr-system.md', 'docs/contract.md');
    for (const file of ['scripts/release-files.sh', 'SECURITY.md', kustomization, ...client])
      await cp(join(PROJECT, file), join(repository, file));
    const { scripts } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
      scripts: { version: string };
    };
    const manifest = { name: 'sample', version: '0.1.0', scripts: { version: scripts.version } };
    await writeFile(join(repository, 'package.json'), JSON.stringify(manifest));
    const changelog = join(repository, 'CHANGELOG.md');
    await writeFile(
      changelog,
      '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n',
    );
    await run('git', 'init', '--quiet');
    await run('git', 'add', '.');
    await run('git', 'commit', '--quiet', '--message', 'feat: sample');

    await run('npm', 'version', 'minor');
    const today = new Date().toISOString().slice(0, 10);
    expect(await readFile(changelog, 'utf8')).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - ${today}\n\n### Added\n\n- A thing.\n\n## [0.1.0] - ` +
        '2026-01-01\n\n- The first.\n',
    );
    expect(await readFile(join(repository, kustomization), 'utf8')).toMatch(/^ +newTag: v0\.2\.0$/m);
    const [clientPackage, ...pages] = await Promise.all(
      client.map((file) => readFile(join(repository, file), 'utf8')),
    );
    expect(JSON.parse(clientPackage!)).toMatchObject({ version: '0.2.0' });
    expect(await readFile(join(repository, 'SECURITY.md'), 'utf8')).toContain('newest version is 0.2.0.');
    for (const page of pages) {
      const named = [...page.matchAll(/wes-client-(.+?)\.tgz/g)].map(([, version]) => version);
      expect(new Set(named)).toEqual(new Set(['0.2.0']));
    }
    const released = await readFile(join(repository, 'releases/openapi.json'), 'utf8');
    expect([released, await readFile(join(repository, 'releases/accepted-changes.json'), 'utf8')]).toEqual([
      '{}',
      '[]\n',
    ]);
    expect(await run('git', 'status', '--porcelain')).toBe('');
    expect(await run('git', 'tag', '--points-at', 'HEAD')).toBe('v0.2.0\n');

    await expect(run('npm', 'version', 'patch')).rejects.toThrow(
      'CHANGELOG.md has nothing under [Unreleased].',
    );
    expect(await run('git', 'tag')).toBe('v0.2.0\n');
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { minify } from '@swc/core';
import { Client } from '../../packages/client/dist/index.js';

const PACKAGE = resolve(import.meta.dirname, '../../packages/client');
const MAX_MINIFIED_BYTES = 40_000;
const MAX_LINES = 440;
const MODULES = ['client', 'errors', 'generated', 'http', 'index', 'webhooks'];

const read = (path: string): Promise<string> => readFile(join(PACKAGE, path), 'utf8');

it('is small', async () => {
  const minified = await Promise.all(
    MODULES.map(async (name) => {
      const { code } = await minify(await read(`dist/${name}.js`), {
        module: true,
        compress: true,
        mangle: true,
      });
      return code;
    }),
  );
  expect(Buffer.byteLength(minified.join('\n'))).toBeLessThan(MAX_MINIFIED_BYTES);
});

it('has few lines by hand', async () => {
  const byHand = MODULES.filter((name) => name !== 'generated');
  const texts = await Promise.all(byHand.map((name) => read(`src/${name}.ts`)));
  const lines = texts.join('\n').split('\n');
  const code = lines.filter((line) => !/^\s*(?:$|\/\/|\/\*\*|\*)/.test(line));
  expect(code.length).toBeLessThanOrEqual(MAX_LINES);
});

it('has a method for each operation', async () => {
  const { paths } = JSON.parse(await readFile(join(PACKAGE, '../../openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId!),
  );
  const client = new Client({ baseUrl: 'http://localhost' }) as unknown as Record<string, unknown>;
  expect(ids.filter((id) => typeof client[id] !== 'function')).toEqual([]);
});

it('packs its code and types, and needs no other package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wes-client-'));
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: PACKAGE });
  await rm(folder, { recursive: true });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  expect(files.map(({ path }) => path).sort()).toEqual([
    'README.md',
    ...MODULES.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    'package.json',
  ]);
  expect(JSON.parse(await read('package.json'))).not.toHaveProperty('dependencies');
});

it('has the version of the service, and cannot be published by accident', async () => {
  const { version } = JSON.parse(await read('../../package.json')) as { version: string };
  expect(JSON.parse(await read('package.json'))).toMatchObject({ version, private: true });
  for (const page of ['README.md', '../../docs/guide/hr-system.md', '../../docs/contract.md'])
    expect(await read(page)).toContain(`/guide/wes-client-${version}.tgz`);
});

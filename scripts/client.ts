import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { newest } from './newest.js';

/**
 * Generates the operations of the client from `openapi.json`, unless they are newer than their sources, and compiles it
 * with its examples.
 */
const ROOT = resolve(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'packages/client');
const GENERATED = join(CLIENT, 'src/generated.ts');
const SOURCES = ['openapi.json', 'packages/client/templates', 'scripts/client.ts', 'package-lock.json'];

if (isOutdated()) await generate();
const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-b', CLIENT, join(CLIENT, 'examples')], { stdio: 'inherit' });

function isOutdated(): boolean {
  if (!existsSync(GENERATED)) return true;
  return SOURCES.some((source) => newest(join(ROOT, source)) > newest(GENERATED));
}

async function generate(): Promise<void> {
  const [{ generateApi }, { format }] = await Promise.all([
    import('swagger-typescript-api'),
    import('prettier'),
  ]);
  const { files } = await generateApi({
    input: join(ROOT, 'openapi.json'),
    fileName: 'generated.ts',
    output: false,
    templates: join(CLIENT, 'templates'),
    httpClientType: 'fetch',
    generateUnionEnums: true,
    silent: true,
  });
  const [generated] = files;
  if (files.length !== 1 || !generated) throw new Error('The generator makes one file.');
  const text = await format(generated.fileContent.replace('// @ts-nocheck\n', ''), {
    parser: 'typescript',
    singleQuote: true,
  });
  // Another command may compile at the same time: it sees the file before or after, never a part of it.
  await writeFile(`${GENERATED}.${process.pid}`, text);
  await rename(`${GENERATED}.${process.pid}`, GENERATED);
}

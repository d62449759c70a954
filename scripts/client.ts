import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format } from 'prettier';
import { generateApi } from 'swagger-typescript-api';

/** Generates the operations of the client from `openapi.json`, and compiles it with its examples. */
const ROOT = resolve(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'packages/client');
const GENERATED = join(CLIENT, 'src/generated.ts');

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
const isCurrent = existsSync(GENERATED) && (await readFile(GENERATED, 'utf8')) === text;
if (!isCurrent) {
  // Another command may compile at the same time: it sees the file before or after, never a part of it.
  await writeFile(`${GENERATED}.${process.pid}`, text);
  await rename(`${GENERATED}.${process.pid}`, GENERATED);
}
for (const project of [CLIENT, join(CLIENT, 'examples')])
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: 'inherit',
  });

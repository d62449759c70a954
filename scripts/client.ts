import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format } from 'prettier';
import { generateApi } from 'swagger-typescript-api';

/** Generates the operations of the client from `openapi.json`, and compiles it and its examples into `packages/client/dist`. */
const ROOT = resolve(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'packages/client');
const GENERATED = join(CLIENT, 'src/generated.ts');

interface Parameter {
  readonly name: string;
}
interface Operation {
  parameters?: (Parameter | { readonly $ref: string })[];
}
interface Document {
  readonly paths: Record<string, Operation & Record<string, Operation>>;
  readonly components: { readonly parameters: Record<string, Parameter> };
}

/** The document without references to parameters, because the generator does not read their types. */
function withParameters(document: Document): Document {
  const { parameters } = document.components;
  for (const path of Object.values(document.paths))
    for (const operation of [path, ...Object.values(path)])
      operation.parameters &&= operation.parameters.map((one) =>
        '$ref' in one ? (parameters[one.$ref.split('/').at(-1) ?? ''] ?? one) : one,
      );
  return document;
}

const document = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as Document;
const { files } = await generateApi({
  spec: withParameters(document) as never,
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

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { blocksOf } from './guides.js';

const PACKAGE = resolve(import.meta.dirname, '../../packages/client');

/**
 * Compiles the TypeScript of a page, from its first block to its last, as strictly as TypeScript can. The program is in
 * the folder of the client, where the name of the client leads to it.
 *
 * @returns messages of the compiler, and the path of the program.
 */
export async function compiled(
  name: string,
  markdown: string,
): Promise<{ messages: string[]; program: string }> {
  const blocks = blocksOf(markdown).filter(({ language }) => language === 'ts');
  if (blocks.length === 0) throw new Error(`${name} has no TypeScript.`);
  const folder = join(PACKAGE, 'dist/pages');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.ts`);
  await writeFile(file, blocks.map(({ text }) => text).join('\n'));

  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...{ strict: true, target: 'es2022', module: 'nodenext', types: ['node'] },
      lib: ['es2022', 'dom', 'dom.iterable'],
    },
    PACKAGE,
  );
  const program = ts.createProgram([file], options);
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  const messages = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return { messages, program: join(folder, `${name}.js`) };
}

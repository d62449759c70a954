import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { blocksOf } from './guides.js';

const PACKAGE = resolve(import.meta.dirname, '../../packages/client');

/**
 * Compiles the TypeScript of pages, each from its first block to its last, as strictly as TypeScript can. The programs
 * are in the folder of the client, where the name of the client leads to it.
 *
 * @param pages - Markdown by name
 * @returns messages of the compiler, and the paths of the programs by name
 */
export async function compiled(
  pages: ReadonlyMap<string, string>,
): Promise<{ messages: string[]; programs: Map<string, string> }> {
  const folder = join(PACKAGE, 'dist/pages');
  await mkdir(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const [name, markdown] of pages) {
    const blocks = blocksOf(markdown).filter(({ language }) => language === 'ts');
    if (blocks.length === 0) throw new Error(`${name} has no TypeScript.`);
    const file = join(folder, `${name.replaceAll('/', '-').replace('.md', '')}.ts`);
    await writeFile(file, blocks.map(({ text }) => text).join('\n'));
    files.set(name, file);
  }

  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...{ strict: true, target: 'es2022', module: 'nodenext', types: ['node'] },
      lib: ['es2022', 'dom', 'dom.iterable'],
    },
    PACKAGE,
  );
  const program = ts.createProgram([...files.values()], options);
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  const messages = diagnostics.map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
  const programs = new Map([...files].map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]));
  return { messages, programs };
}

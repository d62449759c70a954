import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endServices, ServiceProcess } from '../test/support/service-process.js';
import { ShellFolder } from '../test/support/shells.js';
import { layoutOf } from '../test/support/workbook-reader.js';
import { onPath } from '../test/support/on-path.js';

const README = 'README.md';
const TOUR = '### A plan, from creation to the workbook';
const PROGRAMS = ['soffice', 'pdftoppm', 'convert'];
const DOTS_PER_INCH = '130';
/** Lines of the footer of a page. */
const FOOTER = '0x130';
const run = promisify(execFile);

/** Makes the workbook of the tour as the README does. @returns its path, until the services end */
async function makeWorkbook(): Promise<string> {
  const section = (await readFile(README, 'utf8')).split(TOUR)[1]?.split(/^### /m)[0] ?? '';
  const blocks = [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block);
  const service = await ServiceProcess.start();
  const script = blocks
    .join('\n')
    .replace("SESSION='…'", () => `SESSION='${service.demo()[0]?.manager}'`)
    .replaceAll('http://localhost:3000', service.baseUrl);
  const shell = await ShellFolder.create('bash');
  const { stderr } = await shell.run(script, { DATA_DIR: service.dataDir });
  await shell.remove();
  await service.stop();
  if (stderr !== '') throw new Error(stderr);
  return join(service.dataDir, 'workbook.xlsx');
}

/** Draws the first and the last sheet, each of which is a page, without the footer and the white around them. */
async function draw(workbook: string, picture: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-picture-'));
  try {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, workbook]);
    await run('pdftoppm', ['-r', DOTS_PER_INCH, '-png', join(folder, 'workbook.pdf'), join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    const shown = [pages[0], pages.at(-1)].map((name) => join(folder, name ?? ''));
    await run('convert', [
      ...shown,
      ...['-gravity', 'south', '-chop', FOOTER, '-trim', '+repage', '-bordercolor', 'white', '-border', '12'],
      ...['-gravity', 'west', '-append', '-strip', picture],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<number> {
  if (PROGRAMS.some((program) => onPath(program) === undefined)) {
    process.stderr.write(
      `The picture needs ${PROGRAMS.join(', ')} (Debian: apt-get install libreoffice-calc poppler-utils imagemagick fonts-crosextra-carlito).\n`,
    );
    return 2;
  }
  try {
    const workbook = await makeWorkbook();
    await draw(workbook, 'docs/workbook.png');
    await writeFile('docs/workbook.json', `${JSON.stringify(await layoutOf(workbook), undefined, 2)}\n`);
  } finally {
    await endServices();
  }
  return 0;
}

process.exitCode = await main();

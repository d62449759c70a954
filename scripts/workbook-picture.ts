import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { endServices, ServiceProcess } from '../test/support/service-process.js';
import { ShellFolder } from '../test/support/shells.js';
import { layoutOf } from '../test/support/workbook-reader.js';
import { onPath } from '../test/support/on-path.js';

const README = 'README.md';
const TOUR = '### A plan, from creation to the workbook';
const DOTS_PER_INCH = 130;
/** White between a sheet and the footer of its page, and not within a sheet. */
const GAP = DOTS_PER_INCH / 2;
/** Between the sheets, and around them. */
const MARGIN = 12;
const run = promisify(execFile);

/** Pixels of three bytes. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** Makes the workbook of the tour as the README does. @returns its path, until the services end */
async function makeWorkbook(): Promise<string> {
  const section = readFileSync(README, 'utf8').split(TOUR)[1]?.split(/^### /m)[0] ?? '';
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

/** A picture of the first and the last sheet, each on a page. */
async function pictureOf(workbook: string, soffice: string, pdftoppm: string): Promise<Picture> {
  const folder = mkdtempSync(join(tmpdir(), 'wes-picture-'));
  try {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run(soffice, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, workbook]);
    await run(pdftoppm, ['-r', `${DOTS_PER_INCH}`, join(folder, 'workbook.pdf'), join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
    const shown = [pages.sort()[0], pages.at(-1)].map((name) => readFileSync(join(folder, name ?? '')));
    return stacked(shown.map((page) => cropped(pixmapOf(page))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the format of pdftoppm (PPM, P6). */
function pixmapOf(page: Buffer): Picture {
  const [header = '', width, height] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(page.toString('latin1', 0, 50)) ?? [];
  return { width: Number(width), height: Number(height), pixels: page.subarray(header.length) };
}

function isWhite(pixels: Buffer): boolean {
  return pixels.every((byte) => byte === 255);
}

/** Without the white around it, and without what is below a gap. */
function cropped({ width, height, pixels }: Picture): Picture {
  const part = (x: number, y: number, columns: number): Buffer =>
    pixels.subarray((y * width + x) * 3, (y * width + x + columns) * 3);
  const filled = Array.from({ length: height }, (_, y) => y).filter((y) => !isWhite(part(0, y, width)));
  const rows = filled.slice(
    0,
    filled.findIndex((y, index) => y - (filled[index - 1] ?? y) > GAP),
  );
  const [top = 0, bottom = 0] = [rows[0], rows.at(-1)];
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
    rows.some((y) => !isWhite(part(x, y, 1))),
  );
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const lines = Array.from({ length: size.height }, (_, index) => part(left, top + index, size.width));
  return { ...size, pixels: Buffer.concat(lines) };
}

function stacked(pictures: readonly Picture[]): Picture {
  const width = Math.max(...pictures.map((picture) => picture.width)) + 2 * MARGIN;
  const white = (count: number): Buffer => Buffer.alloc(count * 3, 255);
  const parts = pictures.flatMap((picture) => [
    white(MARGIN * width),
    ...Array.from({ length: picture.height }, (_, y) => [
      white(MARGIN),
      picture.pixels.subarray(y * picture.width * 3, (y + 1) * picture.width * 3),
      white(width - MARGIN - picture.width),
    ]).flat(),
    white(MARGIN * width),
  ]);
  const pixels = Buffer.concat(parts);
  return { width, height: pixels.length / 3 / width, pixels };
}

function pngOf({ width, height, pixels }: Picture): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]); // 8 bits of red, green and blue
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const lines = Array.from({ length: height }, (_, y) => [
    Buffer.of(0),
    pixels.subarray(y * width * 3, (y + 1) * width * 3),
  ]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes `docs/workbook.png`, and the layout that it shows into `docs/workbook.json`. */
async function main(): Promise<number> {
  const [soffice, pdftoppm] = [onPath('soffice'), onPath('pdftoppm')];
  if (soffice === undefined || pdftoppm === undefined) {
    process.stderr.write(
      'The picture needs LibreOffice and pdftoppm (on Debian: apt-get install libreoffice-calc poppler-utils fonts-crosextra-carlito).\n',
    );
    return 2;
  }
  try {
    const workbook = await makeWorkbook();
    writeFileSync('docs/workbook.png', pngOf(await pictureOf(workbook, soffice, pdftoppm)));
    writeFileSync('docs/workbook.json', `${JSON.stringify(await layoutOf(workbook), undefined, 2)}\n`);
  } finally {
    await endServices();
  }
  return 0;
}

process.exitCode = await main();

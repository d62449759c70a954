import { deflateRawSync } from 'node:zlib';
import { crc32Of } from './crc32.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const SYNCS = '/api/v1/public/company/employees/syncs?source=hostile';

/** A file of people that is cheap to send. */
export interface HostileFile {
  readonly name: string;
  readonly type: string;
  make(): Buffer;
}

const MIB = 1_048_576;
const SHEET = 'xl/worksheets/sheet1.xml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Lies {
  /** Entries of the directory that the end record does not count in total. */
  readonly uncounted?: number;
  /** The method that the directory says, in place of the one of the local headers. */
  readonly method?: number;
  /** The unpacked size that the directory says. */
  readonly size?: number;
}

/** A zip, whose directory and end record may lie. */
function zipOf(files: Readonly<Record<string, string | Buffer>>, lies: Lies = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain, { level: 9 });
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32Of(plain), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(plain.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    local.copy(entry, 8, 6, 28); // flags to the length of the name
    const isSheet = name === SHEET;
    if (isSheet && lies.method !== undefined) entry.writeUInt16LE(lies.method, 10);
    if (isSheet && lies.size !== undefined) entry.writeUInt32LE(lies.size, 24);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const count = Object.keys(files).length;
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count - (lies.uncounted ?? 0), 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** The parts of a workbook with one sheet. */
function partsOf(rows: string, shared = ''): Record<string, string> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
      `<Override PartName="/${SHEET}" ContentType="${SPREADSHEET}.worksheet+xml"/>` +
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/></Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      `${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      `<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
      `${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    [SHEET]: `<worksheet xmlns="${MAIN}">${rows}</worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${shared}</sst>`,
  };
}

const cell = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = `<row r="1">${cell('A1', 'externalId')}</row>`;
const data = (rows: string): string => `<sheetData>${HEADER}${rows}</sheetData>`;

/** More is unpacked than the check of the service knows. */
function uncountedFiles(): Buffer {
  const bombs = Object.fromEntries(
    Array.from({ length: 3 }, (_, at) => [`xl/media/${at}.bin`, Buffer.alloc(400 * MIB)]),
  );
  return zipOf({ ...partsOf(data('')), ...bombs }, { uncounted: 3 });
}

export function sparseWorkbook(): Buffer {
  return zipOf(partsOf(data(`<row r="999999999">${cell('A999999999', 'x')}</row>`)));
}

export const WORKBOOKS: Readonly<Record<string, () => Buffer>> = {
  'a workbook with fewer files in total than on this disk': uncountedFiles,
  'a workbook with a row 999999999': sparseWorkbook,
  'a workbook with a column beyond the last one': () =>
    zipOf(partsOf(data(`<row r="2">${cell('ZZZZZ2', 'x')}</row>`))),
  'a workbook that says its dimension is everything': () =>
    zipOf(partsOf(`<dimension ref="A1:XFD1048576"/>${data('')}`)),
  'a workbook with another method in its directory': () =>
    zipOf(partsOf(data(' '.repeat(64 * MIB))), { method: 0 }),
  'a workbook whose directory says that it is small': () =>
    zipOf(partsOf(data(' '.repeat(100 * MIB))), { size: 100 }),
  'a workbook of 120 MiB of spaces': () => zipOf(partsOf(data(' '.repeat(120 * MIB)))),
  'a workbook with repeated openers': () => zipOf(partsOf('<row '.repeat(8 * MIB))),
  'a workbook with many shared texts': () => zipOf(partsOf(data(''), '<si><t>x</t></si>'.repeat(3 * MIB))),
  'a workbook with many merged ranges': () =>
    zipOf(partsOf(`${data('')}<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(9_000)}</mergeCells>`)),
  'a workbook of many tiny cells': () =>
    zipOf(partsOf(data(`<row r="2">${'<c r="A2"><v>1</v></c>'.repeat(2 * MIB)}</row>`))),
};

const filled = (bytes: number, text: string, before = ''): Buffer =>
  Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, text)]);

export const LINES_CSV: HostileFile = {
  name: '30 MiB of line breaks as CSV',
  type: 'text/csv',
  make: () => filled(30 * MIB, '\n', 'externalId,name\n'),
};
export const LINES_NDJSON: HostileFile = {
  name: '60 MiB of line breaks as NDJSON',
  type: 'application/x-ndjson',
  make: () => filled(60 * MIB, '\n'),
};

/** Files of every format. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  LINES_CSV,
  LINES_NDJSON,
  ...Object.entries({
    'quotes as CSV': '"',
    'pairs of quotes as CSV': '""',
    'commas as CSV': ',',
    'semicolons and line breaks as CSV': ';\r\n',
  }).map(([name, text]): HostileFile => ({
    name: `30 MiB of ${name}`,
    type: 'text/csv',
    make: () => filled(30 * MIB, text, 'externalId,name\n'),
  })),
  ...Object.entries({
    'openers as NDJSON': '[',
    'empty objects as NDJSON': '{}\n',
    'zeros as NDJSON': '0\n',
  }).map(([name, text]): HostileFile => ({
    name: `30 MiB of ${name}`,
    type: 'application/x-ndjson',
    make: () => filled(30 * MIB, text),
  })),
  ...Object.entries({ 'openers as JSON': '[', 'empty objects as JSON': '{},', 'spaces as JSON': ' ' }).map(
    ([name, text]): HostileFile => ({
      name: `30 MiB of ${name}`,
      type: 'application/json',
      make: () => filled(30 * MIB, text, '['),
    }),
  ),
  ...Object.entries(WORKBOOKS).map(([name, make]): HostileFile => ({ name, type: XLSX, make })),
];

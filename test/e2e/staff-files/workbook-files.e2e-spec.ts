import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { utils, write, type CellObject, type WorkSheet } from 'xlsx';
import { EMPLOYEES, type Body } from '../../support/builders/employee.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const COLUMNS = { Nr: 'externalId', Name: 'name', Bereich: 'area', Eintritt: 'profile.Start' };

type Row = readonly (string | number | CellObject)[];

const sheetOf = (...rows: readonly Row[]): WorkSheet => {
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.v : cell))),
  );
  for (const [r, row] of rows.entries())
    for (const [c, cell] of row.entries())
      if (typeof cell === 'object') sheet[utils.encode_cell({ r, c })] = cell;
  return sheet;
};

function workbook(sheets: Readonly<Record<string, WorkSheet>>, hidden: readonly (0 | 1 | 2)[] = []): Buffer {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  book.Workbook = {
    Sheets: Object.keys(sheets).map((name, index) => ({ name, Hidden: hidden[index] ?? 0 })),
  };
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

const fileOf = (...rows: readonly Row[]): Buffer => workbook({ Staff: sheetOf(...rows) });
/** Begins the documents of old programs. */
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]);

const number = (v: number, z: string): CellObject => ({ t: 'n', v, z });

/** The parts of a workbook as text; empty for what is none. */
function textOf(file: Buffer): string {
  try {
    return Object.values(unzipSync(file))
      .map((part) => strFromU8(part))
      .join('');
  } catch {
    return '';
  }
}

/** A zip with other files. */
function changed(file: Buffer, change: (files: Record<string, Uint8Array>) => void): Buffer {
  const files = unzipSync(file);
  change(files);
  return Buffer.from(zipSync(files));
}

/** Changes the first place of a text in the sheet. */
function damagedSheet(before: string | RegExp, after: string): (file: Buffer) => Buffer {
  return (file) =>
    changed(file, (files) => {
      const [path = ''] = Object.keys(files).filter((name) => name.endsWith('sheet1.xml'));
      const text = strFromU8(files[path]!);
      const other = text.replace(before, after);
      if (other === text) throw new Error(`The sheet does not have ${String(before)}: ${text}`);
      files[path] = strToU8(other);
    });
}

/** One bit of a checksum in the directory of the zip is another one. */
function withWrongChecksum(file: Buffer): Buffer {
  const other = Buffer.from(changed(file, () => undefined));
  for (let at = other.indexOf('PK\x01\x02', 0, 'latin1'); at !== -1;) {
    other[at + 16]! ^= 1;
    at = other.indexOf('PK\x01\x02', at + 4, 'latin1');
  }
  return other;
}

describe('a sync of a workbook', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  /** Sends a workbook, after the source has been given its columns: a file must have each. */
  async function send(file: Buffer, query = '?source=hr') {
    const text = textOf(file);
    const columns = Object.fromEntries(
      Object.entries(COLUMNS).filter(([header]) => text.includes(`>${header}<`)),
    );
    const end = text.includes('>Austritt<') && { endColumn: 'Austritt' };
    await fixture.hr.put(`${EMPLOYEES}/sources/hr`, { columns, ...end });
    return fixture.post(undefined, query, { raw: file, headers: { 'Content-Type': XLSX } });
  }

  async function people(file: Buffer): Promise<Body[]> {
    const sync = await fixture.settled(await send(file, '?source=hr&apply=true'));
    if (sync.status !== 'APPLIED') throw new Error(JSON.stringify(sync));
    return fixture.people();
  }

  async function issues(file: Buffer): Promise<string[]> {
    const { reason, issues: found } = await fixture.settled(await send(file));
    return [
      reason!,
      ...found!.map(({ path, code, line, column }) =>
        [path, code, line, column].filter((each) => each !== undefined).join(' | '),
      ),
    ];
  }

  it('keeps texts, and reads numbers as they are shown', async () => {
    const file = fileOf(
      ['Nr', 'Name', 'Bereich'],
      ['007', 'Jürgen 😀', 'Department > Team'],
      [number(7, '00000'), "'=x", ''],
      [number(4711, 'General'), 'עברית', ''],
      [number(12_345_678_901_234, 'General'), 'x', ''],
      [{ t: 's', v: '0815', f: 'TEXT(815,"0000")' }, 'x', ''],
      [number(1.5, 'General'), 'x', ''],
      [number(10_001, '#,##0'), 'x', ''],
      [number(88, '[$-407]00000'), 'x', ''],
    );
    const found = await people(file);
    expect(found.map(({ externalId }) => externalId).sort()).toEqual(
      ['007', '00007', '00088', '0815', '1.5', '10001', '12345678901234', '4711'].sort(),
    );
    expect(found.find(({ externalId }) => externalId === '007')).toMatchObject({
      name: 'Jürgen 😀',
      hierarchyId: fixture.workforce.team.id,
    });
    expect(found.find(({ externalId }) => externalId === '00007')).toMatchObject({ name: '=x' });
  });

  it('reads days as days, also where they end an employment', async () => {
    const day = number(45_352, 'dd.mm.yyyy'); // 1 March 2024
    const file = fileOf(
      ['Nr', 'Eintritt', 'Austritt'],
      ['1', number(45_352.75, 'dd.mm.yyyy hh:mm'), ''],
      ['2', '2024-03-02', day],
      ['3', '', ''],
    );
    const found = await people(file);
    expect(found.map(({ externalId }) => externalId).sort()).toEqual(['1', '3']);
    expect(found.find(({ externalId }) => externalId === '1')!['profile']).toMatchObject([
      { date: '2024-03-01T00:00:00.000Z' },
    ]);
  });

  it('refuses dates, shortened numbers, errors and merged cells in the place of values', async () => {
    const sheet = sheetOf(
      ['Nr', 'Name'],
      [number(45_352, 'd-mmm'), 'Jo'],
      [number(1.2345678901234568e16, 'General'), 'Jo'],
      [number(12_000_000_000, '0.0E+00'), 'Jo'],
      ['4', { t: 'e', v: 0x2a, w: '#N/A' }],
      ['5', 'Merged'],
      ['6', ''],
      ['1,2E+10', 'Jo'],
      [number(1.6, '0'), 'Jo'],
      [number(-5, 'dd.mm.yyyy'), 'Jo'],
      [number(0, 'dd.mm.yyyy'), 'Jo'],
      [number(1234.6, '"P"00000'), 'Jo'],
    );
    sheet['!merges'] = [utils.decode_range('B6:B7')];
    expect(await issues(workbook({ Staff: sheet }))).toEqual([
      'BAD_ROWS',
      '[0].externalId | IS_DATE | 2 | Nr',
      '[1].externalId | SHORTENED_NUMBER | 3 | Nr',
      '[2].externalId | SHORTENED_NUMBER | 4 | Nr',
      '[3].name | ERROR_VALUE | 5 | Name',
      '[5].name | MERGED | 7 | Name',
      '[6].externalId | SHORTENED_NUMBER | 8 | Nr',
      '[7].externalId | SHORTENED_NUMBER | 9 | Nr',
      '[8].externalId | ERROR_VALUE | 10 | Nr',
      '[9].externalId | IS_DATE | 11 | Nr',
      '[10].externalId | SHORTENED_NUMBER | 12 | Nr',
    ]);
  });

  it('takes no formula for empty whose result is missing or may be an old one', async () => {
    const header: Row = ['Nr', 'Name', 'Austritt'];
    const inSheet = (xml: string, recalculates = false): Buffer =>
      changed(fileOf(header, ['1', 'Jo', ''], ['2', 'Ana', '']), (files) => {
        const sheet = 'xl/worksheets/sheet1.xml';
        files[sheet] = strToU8(strFromU8(files[sheet]!).replace('</sheetData>', `${xml}</sheetData>`));
        const book = 'xl/workbook.xml';
        const flag = '<calcPr calcId="1" fullCalcOnLoad="1"/></workbook>';
        if (recalculates) files[book] = strToU8(strFromU8(files[book]!).replace('</workbook>', flag));
      });
    const number4 = '<row r="4"><c r="A4" t="str"><v>3</v></c>';
    for (const cell of [
      '<c r="B4"><f>A1</f></c>',
      '<c r="B4"><f>A1</f><v/></c>',
      '<c r="B4" t="str"><f>A1</f></c>',
    ])
      expect(await issues(inSheet(`${number4}${cell}</row>`))).toEqual([
        'BAD_ROWS',
        '[2].name | NOT_CALCULATED | 4 | Name',
      ]);
    expect(await issues(inSheet(`${number4}<c r="C4"><f>TODAY()</f></c></row>`))).toEqual([
      'BAD_ROWS',
      '[2] | NOT_CALCULATED | 4 | Austritt',
    ]);
    const old = `${number4}<c r="B4" t="str"><f>A1</f><v>0</v></c></row>`;
    expect(await issues(inSheet(old, true))).toEqual(['BAD_ROWS', '[2].name | NOT_CALCULATED | 4 | Name']);
    expect((await people(inSheet(`${number4}<c r="B4" t="str"><f>A1</f><v></v></c></row>`))).length).toBe(3);
  });

  it('reads the first visible sheet, with hidden rows and columns', async () => {
    const sheet = sheetOf(['Nr', 'Name'], ['1', 'Hidden'], [], ['2', 'Shown']);
    sheet['!cols'] = [{}, { hidden: true }];
    sheet['!rows'] = [{}, { hidden: true }];
    const other = sheetOf(['Other'], ['x']);
    const found = await people(workbook({ A: other, B: other, Staff: sheet, C: other }, [1, 2, 0, 0]));
    expect(found.map(({ name }) => name).sort()).toEqual(['Hidden', 'Shown']);
  });

  it('names columns that are not known', async () => {
    expect(await issues(fileOf(['Nr', 'Kostenstelle'], ['1', 2]))).toEqual([
      'UNKNOWN_COLUMNS',
      'Kostenstelle | UNKNOWN_COLUMN | 1 | Kostenstelle',
    ]);
    expect((await issues(fileOf([])))[0]).toBe('UNKNOWN_COLUMNS');
  });

  const plain = fileOf(['Nr'], ['1']);
  const sheetPath = 'xl/worksheets/sheet1.xml';

  const sheetWith = (rows: string, before = ''): Buffer =>
    changed(plain, (files) => {
      files[sheetPath] = strToU8(`${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    });

  it.each<[string, () => Buffer, string]>([
    ['macros', () => changed(plain, (files) => (files['xl/vbaProject.bin'] = strToU8('x'))), 'MACROS'],
    ['another kind of zip', () => Buffer.from(zipSync({ 'content.xml': strToU8('<a/>') })), 'NOT_A_WORKBOOK'],
    [
      'only hidden sheets',
      () =>
        changed(plain, (files) => {
          const book = Buffer.from(files['xl/workbook.xml']!).toString();
          files['xl/workbook.xml'] = strToU8(book.replace('<sheet ', '<sheet state="hidden" '));
        }),
      'NO_SHEET',
    ],
    ['half of a file', () => plain.subarray(0, plain.length / 2), 'MALFORMED'],
    [
      '301 columns',
      () => fileOf(['Nr', ...Array.from({ length: 300 }, (_, index) => `c${index}`)]),
      'TOO_MANY',
    ],
    [
      'a bomb that says its size',
      () => changed(plain, (files) => (files['xl/media/a.bin'] = new Uint8Array(134_217_729))),
      'TOO_LARGE',
    ],
    [
      'a bomb that hides its size',
      () => {
        const file = changed(plain, (files) => (files[sheetPath] = new Uint8Array(20_000_000)));
        file.writeUInt32LE(10, file.lastIndexOf(sheetPath) - 46 + 24);
        return file;
      },
      'MALFORMED',
    ],
    [
      'two parts of one name',
      () => {
        const file = changed(plain, (files) => (files['xl/worksheets/sheet2.xml'] = strToU8('<a/>')));
        return Buffer.from(file.toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml'), 'latin1');
      },
      'MALFORMED',
    ],
    [
      'an encrypted entry',
      () => {
        const file = Buffer.from(plain);
        file.writeUInt16LE(1, file.lastIndexOf(sheetPath) - 46 + 8);
        return file;
      },
      'ENCRYPTED',
    ],
    [
      'a row behind the last one',
      () => sheetWith('<row r="999999999"><c r="A1"><v>1</v></c></row>'),
      'TOO_MANY',
    ],
    ['a column behind XFD', () => sheetWith('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'), 'TOO_MANY'],
    ['rows in another order', () => sheetWith('<row r="2"/><row r="1"/>'), 'MALFORMED'],
    ['a document type', () => sheetWith('', '<!DOCTYPE a [<!ENTITY b "c">]>'), 'MALFORMED'],
    ['a sheet that is cut', () => sheetWith('<row r="1"><c r="A1"', ''), 'MALFORMED'],
    [
      'one long text in many cells of a row',
      () => sheetWith(`<row>${`<c t="str"><v>${'x'.repeat(30_000)}</v></c>`.repeat(3)}</row>`),
      'TOO_LARGE',
    ],
    [
      'two numbers of files',
      () => {
        const file = Buffer.from(plain);
        file.writeUInt16LE(file.readUInt16LE(file.length - 22 + 10) - 1, file.length - 22 + 10);
        return file;
      },
      'MALFORMED',
    ],
  ])('is blocked by %s', async (_, file, code) => {
    const { reason, issues: found } = await fixture.settled(await send(file()));
    expect([reason, found![0]!.code]).toEqual(['UNREADABLE_FILE', code]);
  });

  it('walks only the rows that are there', async () => {
    const file = changed(plain, (files) => {
      const sheet = Buffer.from(files[sheetPath]!).toString();
      const far = '<row r="1048576"><c r="A1048576" t="str"><v>2</v></c></row></sheetData>';
      files[sheetPath] = strToU8(sheet.replace('</sheetData>', far));
    });
    expect((await people(file)).map(({ externalId }) => externalId as string).sort()).toEqual(['1', '2']);
  });

  it.each<[string, Buffer, RegExp]>([
    ['an old workbook', OLD, /old form \.xls: open it, and save it as "Excel workbook/],
    [
      'a workbook with a password',
      Buffer.concat([OLD, Buffer.alloc(100_000), Buffer.from('EncryptedPackage', 'utf16le')]),
      /with a password: save it as \.xlsx without one/,
    ],
    [
      'an OpenDocument',
      Buffer.from(`PK\x03\x04${'x'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`),
      /\.ods\): open it, and save it as "Excel/,
    ],
    ['a file that is compressed', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip: send it as it was before/],
    ['a CSV file with the wrong name', Buffer.from('Nr;Name\n1;Jo'), /no workbook.*text\/csv/],
    ['nothing', Buffer.alloc(0), /it is empty/],
  ])('refuses %s at once', async (_, file, detail) => {
    const { status, body } = await send(file);
    expect([status, body.errorCode]).toEqual([400, 'MALFORMED_FILE']);
    expect(body.detail).toMatch(detail);
  });

  it.each<[string, (file: Buffer) => Buffer]>([
    ['whose cells end before its rows', damagedSheet('</row>', '</row></sheetData>')],
    ['with a number that is none', damagedSheet(/(<c r="A2"[^>]*>)<v>[^<]*<\/v>/, '$1<v>1_000</v>')],
    ['with a cell twice', damagedSheet('r="B2"', 'r="A2"')],
    ['without the end of its sheet', damagedSheet('</worksheet>', '')],
    ['whose bytes are not those of its checksum', withWrongChecksum],
  ])('refuses a workbook %s', async (_, damaged) => {
    const { reason, issues: found } = await fixture.settled(
      await send(damaged(fileOf(['Nr', 'Name'], [number(1, 'General'), 'Jo']))),
    );
    expect([reason, found?.[0]?.code]).toEqual(['UNREADABLE_FILE', 'MALFORMED']);
  });

  it('refuses workbooks of more than 16 MiB', async () => {
    const { status, body } = await send(Buffer.concat([plain, Buffer.alloc(16_777_216)]));
    expect([status, body.errorCode]).toEqual([413, 'LIST_TOO_LARGE']);
  });
});

import { readFile, stat } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import { strFromU8, unzipSync } from 'fflate';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import { link, percent, text } from './cells.js';
import { Sheet } from './sheet.js';
import { writeXlsxFile } from './xlsx-file.js';

const formats = { date: 'dd\\.mm\\.yyyy', moment: 'dd\\.mm\\.yyyy\\ hh:mm', overdue: 'overdue' };

describe('writeXlsxFile', () => {
  let fixture: WorkbookFixture;
  let path: string;
  let workbook: ExcelJS.Workbook;

  const sheets = (): Sheet[] => [
    new Sheet('First', [10, 40])
      .row([text('a'), text('b')])
      .row([link(text('to the second'), `#'Second'!A1`)])
      .freeze()
      .row([percent(20), text('c')]),
    new Sheet('Second', [12.5]).row([text('d')]),
    new Sheet(`Ada's`, [10, 10])
      .row([text('e')])
      .freeze()
      .filteredHeadings(['A', 'B'])
      .row([text('f')]),
  ];
  const write = (): string => {
    const file = fixture.newPath();
    writeXlsxFile(sheets(), { title: 'Better <onboarding>', formats }, file);
    return file;
  };
  const part = async (name: string): Promise<string> =>
    strFromU8(unzipSync(await readFile(path))[name] ?? new Uint8Array());

  beforeAll(async () => {
    fixture = await WorkbookFixture.open();
  });
  afterAll(() => fixture.close());

  beforeEach(async () => {
    path = write();
    workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(path);
  });

  it('has the title in the properties of the document', () => {
    expect(workbook.title).toBe('Better <onboarding>');
  });

  it('may be read by its owner only', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is the same for the same contents, whenever it is written', async () => {
    const later = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    try {
      expect(await readFile(write())).toEqual(await readFile(path));
    } finally {
      later.mockRestore();
    }
  });

  it('has only the sheets that it was given, without lines between cells, and opens at the first', async () => {
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['First', 'Second', `Ada's`]);
    for (const { views } of workbook.worksheets) expect(views[0]).toMatchObject({ showGridLines: false });
    const selected = [1, 2, 3].map(async (number) =>
      (await part(`xl/worksheets/sheet${number}.xml`)).includes('tabSelected="1"'),
    );
    expect(await Promise.all(selected)).toEqual([true, false, false]);
  });

  it('keeps the frozen rows in view and begins below them', () => {
    expect(workbook.worksheets[0]!.views[0]).toMatchObject({
      state: 'frozen',
      ySplit: 2,
      topLeftCell: 'A3',
      activeCell: 'A3',
    });
    expect(workbook.worksheets[1]!.views[0]).toMatchObject({ state: 'normal' });
  });

  it('is printed on A4 in landscape, as wide as a page, with page numbers and frozen headings', () => {
    for (const { pageSetup, headerFooter } of workbook.worksheets) {
      expect(pageSetup).toMatchObject({
        paperSize: 9,
        orientation: 'landscape',
        fitToPage: true,
        fitToHeight: 0,
        margins: { left: 0.5, right: 0.5, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
      });
      expect(headerFooter.oddFooter).toBe('&L&A&R&P / &N');
    }
    const titles = workbook.worksheets.map(({ pageSetup }) => pageSetup.printTitlesRow);
    expect(titles).toEqual(['2:2', undefined, '1:1']);
  });

  it('shows percentages as bars, where there are some', async () => {
    expect(await part('xl/worksheets/sheet1.xml')).toMatch(
      /<conditionalFormatting sqref="A3"><cfRule type="dataBar".*<\/conditionalFormatting><hyperlinks>/,
    );
    for (const number of [2, 3]) {
      expect(await part(`xl/worksheets/sheet${number}.xml`)).not.toContain('conditionalFormatting');
    }
  });

  it('hides the name of a filter, and quotes that of its sheet', async () => {
    const names = [...(await part('xl/workbook.xml')).matchAll(/<definedName (.*?)>(.*?)<\/definedName>/g)];
    const shown = names.map(([, attributes = '', range = '']) => [
      /name="(.*?)"/.exec(attributes)?.[1],
      /localSheetId="(\d+)"/.exec(attributes)?.[1],
      attributes.includes('hidden="1"'),
      range.replaceAll('&apos;', "'"),
    ]);
    expect(shown).toEqual([
      ['_xlnm.Print_Titles', '0', false, `'First'!$2:$2`],
      ['_xlnm._FilterDatabase', '2', true, `'Ada''s'!$A$2:$B$3`],
      ['_xlnm.Print_Titles', '2', false, `'Ada''s'!$1:$1`],
    ]);
  });

  it('has each text once, and counts them', async () => {
    const xml = await part('xl/sharedStrings.xml');
    const [, references, count] = / count="(\d+)" uniqueCount="(\d+)"/.exec(xml)!;
    const texts = [...xml.matchAll(/<si><t[^>]*>(.*?)<\/t><\/si>/g)].map(([, text]) => text);
    // The empty one is that of the cells from which xlsx learns the styles.
    expect(texts.sort()).toEqual(['', 'A', 'B', 'a', 'b', 'c', 'd', 'e', 'f', 'to the second']);
    expect(Number(count)).toBe(texts.length);
    expect(Number(references)).toBeGreaterThanOrEqual(texts.length);
    expect(xml.replace(/<si>.*?<\/si>/g, '')).toMatch(/<sst [^>]*><\/sst>$/);
  });

  it('lists its sheets once in every part, and nothing between them', async () => {
    const [book, relations, types] = await Promise.all(
      ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', '[Content_Types].xml'].map(part),
    );
    expect(book).toMatch(
      /<sheets>(<sheet [^>]*\/>){3}<\/sheets><definedNames>(<definedName [^<]*<\/definedName>){3}</,
    );
    expect(book!.match(/ sheetId="\d+"/g)).toEqual([1, 2, 3].map((number) => ` sheetId="${number}"`));
    const targets = [...relations!.matchAll(/ Target="(worksheets\/[^"]*)"/g)].map(([, target]) => target);
    expect(targets).toEqual([1, 2, 3].map((number) => `worksheets/sheet${number}.xml`));
    expect(relations!.replace(/<[^>]*>/g, '').trim()).toBe('');
    expect(types!.match(/\/xl\/worksheets\/sheet\d+\.xml/g)).toHaveLength(3);
    expect(types!.replace(/<[^>]*>/g, '').trim()).toBe('');
    expect(await part('docProps/app.xml')).not.toContain('TitlesOfParts');
  });

  it('has no list of names when it has neither filters nor frozen rows', async () => {
    const plain = fixture.newPath();
    writeXlsxFile([new Sheet('Plain', [10]).row([text('a')])], { title: 'Plain', formats }, plain);
    const book = strFromU8(unzipSync(await readFile(plain))['xl/workbook.xml']!);
    expect(book).toContain('<sheet name="Plain"');
    expect(book).not.toContain('definedNames');
  });

  it('has columns as wide as the sheets say', () => {
    expect(workbook.worksheets[0]!.columns.map(({ width }) => Math.round(width!))).toEqual([11, 41]);
  });
});

import {
  workbookAction,
  workbookNote,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import type { SheetReading } from '../../../../../test/support/workbook-reader.js';

/** More than one of the workbooks that are merged can hold. */
const COUNT = 110;

describe('a workbook of more sheets than xlsx writes at once', () => {
  let fixture: WorkbookFixture;
  let summary: SheetReading;
  let sheets: SheetReading[];

  beforeAll(async () => {
    fixture = await WorkbookFixture.open();
  });
  afterAll(() => fixture.close());

  beforeEach(async () => {
    const actions = Array.from({ length: COUNT }, (_, index) =>
      workbookAction({
        title: { defaultValue: `Action ${index + 1}` },
        // Every second one has a filter. Texts repeat within and between the workbooks.
        notes: index % 2 === 0 ? [workbookNote({ content: `Note ${index % 5}` })] : [],
      }),
    );
    [summary, ...sheets] = await fixture.read(workbookPlan({ actions }));
  });

  it('has all of them in order, each with its own texts', () => {
    expect(sheets.map(({ name }) => name)).toEqual(
      Array.from({ length: COUNT }, (_, index) => `${index + 1} Action ${index + 1}`),
    );
    expect(sheets.map((sheet) => sheet.cellBeside('Title', { right: 1 }).text)).toEqual(
      Array.from({ length: COUNT }, (_, index) => `Action ${index + 1}`),
    );
    expect(sheets.map((sheet) => sheet.table('Author')[0]![1])).toEqual(
      Array.from({ length: COUNT }, (_, index) => (index % 2 === 0 ? `Note ${index % 5}` : '')),
    );
  });

  it('has the links, filters and printed headings of each', () => {
    expect(Object.values(summary.links())).toEqual(sheets.map(({ name }) => `'${name}'!A1`));
    const filters = sheets.map(({ sheet }) => Boolean(sheet.autoFilter));
    expect(filters).toEqual(sheets.map((_, index) => index % 2 === 0));
    expect(summary.sheet.pageSetup.printTitlesRow).toBe('5:5');
    expect(sheets.map(({ sheet }) => sheet.pageSetup.printTitlesRow)).toEqual(sheets.map(() => '1:1'));
  });

  it('has the same styles in all of them', () => {
    const looks = sheets.map((sheet) => sheet.cellBeside('Title', {}).style);
    expect(looks).toEqual(sheets.map(() => looks[0]));
    expect(looks[0]).toMatchObject({ font: { bold: true } });
  });
});

import type { Cell, FillPattern } from 'exceljs';
import {
  workbookAction,
  workbookNote,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import type { SheetReading } from '../../../../../test/support/workbook-reader.js';

const plan = workbookPlan({
  description: { defaultValue: 'For all.' },
  actions: [
    // Overdue for years.
    workbookAction({ dueDate: '2020-06-30', notes: [workbookNote(), workbookNote()] }),
    workbookAction(),
  ],
});

const colourOf = (cell: Cell) => (cell.fill as FillPattern | undefined)?.fgColor?.argb;
const rowOf = (cell: Cell) => Number(cell.row);

describe('the looks of a workbook', () => {
  let fixture: WorkbookFixture;
  let summary: SheetReading;
  let sheet: SheetReading;
  let empty: SheetReading;

  beforeAll(async () => {
    fixture = await WorkbookFixture.open();
  });
  afterAll(() => fixture.close());

  beforeEach(async () => {
    [summary, sheet, empty] = (await fixture.read(plan)) as [SheetReading, SheetReading, SheetReading];
  });

  it('keep the headings in view, and filters the rows below', () => {
    const headings = rowOf(summary.cellBeside('No.', {}));
    expect(summary.sheet.views[0]).toMatchObject({
      state: 'frozen',
      ySplit: headings,
      topLeftCell: `A${headings + 1}`,
    });
    expect(summary.sheet.autoFilter).toBe(`A${headings}:H${headings + 2}`);
    expect(sheet.sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    const notes = rowOf(sheet.cellBeside('Author', {}));
    expect(sheet.sheet.autoFilter).toBe(`A${notes}:D${notes + 2}`);
    expect(empty.sheet.autoFilter).toBeFalsy();
  });

  it('are printed on A4 in landscape, as wide as a page, with page numbers and frozen headings', () => {
    for (const { sheet: printed } of [summary, sheet]) {
      expect(printed.pageSetup).toMatchObject({
        paperSize: 9,
        orientation: 'landscape',
        fitToPage: true,
        fitToHeight: 0,
        margins: { left: 0.5, right: 0.5, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
      });
      expect(printed.headerFooter.oddFooter).toBe('&L&A&R&P / &N');
      const { ySplit } = printed.views[0] as { ySplit: number };
      expect(printed.pageSetup.printTitlesRow).toBe(`${ySplit}:${ySplit}`);
    }
  });

  it('show percentages as bars from 0 to 100 %', () => {
    // exceljs' types do not have what it read.
    const bars = (reading: SheetReading) =>
      (reading.sheet as unknown as { conditionalFormattings: { ref: string; rules: unknown[] }[] })
        .conditionalFormattings;
    const rules = [
      expect.objectContaining({
        type: 'dataBar',
        cfvo: [
          { type: 'num', value: 0 },
          { type: 'num', value: 1 },
        ],
      }),
    ];
    const first = summary.cellBeside('Completion', { down: 1 }).address;
    expect(bars(summary)).toEqual([{ ref: `${first}:D${summary.sheet.rowCount}`, rules }]);
    expect(bars(sheet)).toEqual([{ ref: sheet.cellBeside('Completion', { right: 1 }).address, rules }]);
  });

  it('give titles and descriptions the room that they need, but do not fill the window', async () => {
    const title = { defaultValue: 'A title of many words '.repeat(11) };
    const description = { defaultValue: 'a\n'.repeat(20) };
    const [first, second] = await fixture.read(
      workbookPlan({ title, description, actions: [workbookAction({ title })] }),
    );
    const merges = (first.sheet.model as unknown as { merges: string[] }).merges;
    expect(merges).toEqual(['A1:H1', 'A2:H2', 'A13:H13', 'A14:H14']);
    expect([1, 2, 14].map((row) => first.sheet.getRow(row).height)).toEqual([44, 75, 315]);
    expect(second!.sheet.getRow(1).height).toBe(110);
    // The whole description is below the table, whose filter leaves it alone.
    expect(first.sheet.getCell('A2').text).toBe('a\na\na\na\na…');
    expect(['A13', 'A14'].map((cell) => first.sheet.getCell(cell).text)).toEqual([
      'Description',
      description.defaultValue,
    ]);
    expect(first.sheet.autoFilter).toBe('A10:H11');
  });

  it('have headings, labels, statuses and overdue dates that stand out, and no lines between cells', async () => {
    expect(summary.cellBeside('Action', {})).toMatchObject({
      font: { bold: true },
      fill: { pattern: 'solid' },
    });
    expect(sheet.cellBeside('Description', {})).toMatchObject({
      font: { bold: true },
      fill: { pattern: 'solid' },
    });
    expect(sheet.cellBeside('Description', { right: 1 }).alignment).toMatchObject({ wrapText: true });
    for (const { sheet: one } of [summary, sheet])
      expect(one.views[0]).toMatchObject({ showGridLines: false });
    const statuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const;
    const actions = statuses.map((status) => workbookAction({ status }));
    const [first, second] = await fixture.read(workbookPlan({ actions }));
    const colours = statuses.map((_, index) => colourOf(first.cellBeside('Status', { down: index + 1 })));
    expect(new Set(colours).size).toBe(5);
    expect(colourOf(second!.cellBeside('Status', { right: 1 }))).toBe(colours[0]);
    // Overdue dates have the colour of what has expired.
    const overdue = [
      summary.cellBeside('Due (UTC)', { down: 1 }),
      sheet.cellBeside('Due (UTC)', { right: 1 }),
    ];
    expect(overdue.map(colourOf)).toEqual([colours[4], colours[4]]);
  });

  it('have columns as wide as their contents', () => {
    const widths = (reading: SheetReading) => reading.sheet.columns.map(({ width = 0 }) => Math.floor(width));
    expect(widths(summary)).toEqual([6, 44, 16, 16, 24, 28, 22, 18]);
    expect(widths(sheet)).toEqual([32, 66, 24, 26]);
  });
});

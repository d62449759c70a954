import ExcelJS from 'exceljs';
import {
  workbookAction,
  workbookNote,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';

let fixture: WorkbookFixture;

beforeAll(async () => {
  fixture = await WorkbookFixture.open();
});

afterAll(() => fixture.close());

describe('hostile plans', () => {
  const titles = [
    "[]:*?/\\'",
    'Summary',
    'summary',
    'Same',
    'same',
    'Same',
    'x'.repeat(300),
    "'",
    '😀'.repeat(40),
  ];

  it('have sheets all the same, each of its own name', async () => {
    const actions = titles.map((defaultValue) => workbookAction({ title: { defaultValue } }));
    const [summary, ...sheets] = await fixture.read(workbookPlan({ actions }));
    expect(sheets.map((sheet) => sheet.cellBeside('Title', { right: 1 }).value)).toEqual(titles);
    const names = sheets.map(({ name }) => name.toLowerCase());
    expect(new Set([...names, 'summary']).size).toBe(titles.length + 1);
    expect(Object.values(summary.links())).toEqual(
      sheets.map(({ name }) => `'${name.replaceAll("'", "''")}'!A1`),
    );
  });

  it.each([
    '=cmd()',
    '+1',
    '-1',
    '@SUM(A1)',
    '=1+1',
    '\t=1',
    '007',
    'TRUE',
    '2026-01-01',
    '_x0041_',
    '<a>&amp;"\'',
    ' spaced ',
  ])('say %j and mean it', async (content) => {
    const notes = [workbookNote({ content, authorId: content })];
    const action = workbookAction({ notes, groupIds: [content], title: { defaultValue: content } });
    const [summary, sheet] = await fixture.read(
      workbookPlan({ title: { defaultValue: content }, actions: [action] }),
    );
    expect(sheet!.table('Author')[0]!.slice(0, 2)).toEqual([content, content]);
    expect(summary.sheet.getCell('A1').value).toBe(content);
    const cells = [...summary.cells(), ...sheet!.cells()];
    expect(cells.filter(({ type }) => type === ExcelJS.ValueType.Formula)).toEqual([]);
    // Who edits the cell gets a text again.
    expect(summary.sheet.getCell('A1').numFmt).toBe('@');
  });

  it('cannot break the file with control characters or halves of characters', async () => {
    const content = 'a\0b\x0bc\x1fd\ufffee\uffff\ud800f';
    const [, sheet] = await fixture.read(
      workbookPlan({ actions: [workbookAction({ notes: [workbookNote({ content })] })] }),
    );
    expect(sheet!.table('Author')[0]![1]).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffd\ufffdf');
  });

  it.each([
    ['letters', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
    ['emoji', '😀'.repeat(20_000), `${'😀'.repeat(16_383)}…`],
    ['nothing too long', 'y'.repeat(32_767), 'y'.repeat(32_767)],
    ['escapes', '_x0041_'.repeat(5_000), expect.stringMatching(/^(_x0041_)+.{0,6}…$/)],
  ])('are cut at the limit of a cell: %s', async (_, content, expected) => {
    const [, sheet] = await fixture.read(
      workbookPlan({ actions: [workbookAction({ notes: [workbookNote({ content })] })] }),
    );
    expect(sheet!.table('Author')[0]![1]).toEqual(expected);
  });

  it('show numbers and dates as text that no cell can hold', async () => {
    const focusItems = [
      { focusType: 'HI' as const, targetValue: Infinity, targetTimestamp: new Date('1066-10-14') },
    ];
    const [, sheet] = await fixture.read(workbookPlan({ actions: [workbookAction({ focusItems })] }));
    expect(sheet!.table('Focus')).toEqual([['HI', '', 'Infinity', '1066-10-14T00:00:00.000Z']]);
  });

  it('may have no actions', async () => {
    const sheets = await fixture.read(workbookPlan());
    expect(sheets).toHaveLength(1);
    expect(sheets[0].table('No.')).toEqual([expect.arrayContaining(['This plan has no actions.'])]);
  });
});

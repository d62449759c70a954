import type { Cell, FillPattern } from 'exceljs';
import {
  workbookAction,
  workbookNote,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import type { SheetReading } from '../../../../../test/support/workbook-reader.js';

let fixture: WorkbookFixture;

beforeAll(async () => {
  fixture = await WorkbookFixture.open();
});

afterAll(() => fixture.close());

describe('a workbook', () => {
  const ada = '0123456789abcdef00000001';
  const office = '0123456789abcdef00000002';
  const plan = workbookPlan({
    title: { defaultValue: 'Better onboarding', langValues: { es: 'Mejor acogida' } },
    description: { defaultValue: 'First line\nSecond line' },
    completionPercent: 33,
    createdBy: ada,
    names: { [ada]: 'Ada Lovelace', [office]: 'Office "North"', colour: 'Colour', red: 'Red' },
    actions: [
      workbookAction({
        title: { defaultValue: 'Mentors', langValues: { es: 'Mentores' } },
        description: { defaultValue: 'Everybody gets one.' },
        focusItems: [
          {
            focusType: 'SCORE',
            focusId: 'colour',
            targetValue: 7.5,
            targetTimestamp: new Date('2026-07-01'),
          },
        ],
        assigneeStatuses: [
          { assigneeId: ada, status: 'COMPLETED', startedAt: new Date('2026-03-02T10:30:15.250Z') },
          { assigneeId: 'unknown', status: 'PENDING', startedAt: new Date('2026-03-03') },
        ],
        hierarchyIds: [office],
        groupIds: ['constructor'],
        characteristics: [
          { characteristicId: 'colour', id: 'red', questionType: 'LIST' },
          { characteristicId: 'remote', questionType: 'BOOLEAN', value: true },
          { characteristicId: 'since', questionType: 'DATE', value: '2025-12-31' },
        ],
        status: 'COMPLETED',
        completionPercent: 50,
        dueDate: new Date('2026-06-30T00:00:00Z'),
        startedAt: new Date('2026-03-01T23:59:59.999Z'),
        notes: [workbookNote({ authorId: ada, content: 'Tab\tand\r\nline 😀 שלום' })],
      }),
      workbookAction(),
    ],
  });
  let summary: SheetReading;
  let sheet: SheetReading;
  let all: SheetReading[];

  beforeEach(async () => {
    all = await fixture.read(plan);
    [summary, sheet] = all as [SheetReading, SheetReading];
  });

  it('has a summary and a sheet for each action, with distinct names', () => {
    expect(all.map(({ name }) => name)).toEqual(['Summary', '1 Mentors', '2 Talk to every newcomer']);
  });

  it('begins with the plan', () => {
    expect(summary.sheet.getCell('A1').text).toBe('Better onboarding');
    expect(summary.sheet.getCell('A2').text).toBe('First line\nSecond line');
    expect(summary.cellBeside('Created by', { down: 1 }).value).toBe('Ada Lovelace');
    expect(summary.cellBeside('Visibility', { down: 1 }).value).toBe('Public');
    expect(summary.cellBeside('Completion', { down: 1 })).toMatchObject({ value: 0.33, numFmt: '0%' });
    expect(summary.cellBeside('Created (UTC)', { down: 1 }).value).toEqual(plan.createdAt);
    expect(summary.cellBeside('Actions', { down: 1 }).value).toBe(2);
    expect(summary.cellBeside('Id', { down: 1 }).value).toBe(plan.id);
  });

  it('has a row for each action', () => {
    const [first, second] = summary.table('No.');
    expect(first).toEqual([
      ...['1', 'Mentors', 'Completed', '0.5', expect.any(String)],
      ...['Ada Lovelace\nunknown', 'Office "North"', '1'],
    ]);
    expect(second?.slice(0, 3)).toEqual(['2', 'Talk to every newcomer', 'In progress']);
    expect(summary.cellBeside('Due (UTC)', { down: 1 })).toMatchObject({
      value: new Date('2026-06-30T00:00:00Z'),
      numFmt: 'mm/dd/yyyy',
    });
  });

  it('links the summary to each sheet and back', () => {
    expect(summary.links()).toEqual({ A7: "'1 Mentors'!A1", A8: "'2 Talk to every newcomer'!A1" });
    expect(sheet.links()).toEqual({ A1: "'Summary'!A1" });
    expect(sheet.sheet.getCell('A1').text).toBe('← Back to the summary');
  });

  it('shows all of an action', () => {
    const beside = (label: string) => sheet.cellBeside(label, { right: 1 });
    expect(beside('Title').value).toBe('Mentors');
    expect(beside('Description').value).toBe('Everybody gets one.');
    expect(beside('Status').value).toBe('Completed');
    expect(beside('Completion')).toMatchObject({ value: 0.5, numFmt: '0%' });
    expect(beside('Started (UTC)')).toMatchObject({
      value: new Date('2026-03-01T23:59:59.999Z'),
      numFmt: 'mm/dd/yyyy hh:mm AM/PM',
    });
    expect(beside('Completed (UTC)').value).toBeNull();
    expect(beside('Id').value).toBe(plan.actions[0]!.id);
    expect(sheet.table('Focus')).toEqual([['Score', 'Colour', '7.5', expect.any(String)]]);
    expect(sheet.table('Assignees').map((row) => row.slice(0, 2))).toEqual([
      ['Ada Lovelace', 'Completed'],
      ['unknown', 'Pending'],
    ]);
    expect(sheet.cellBeside('unknown', { right: 2 }).numFmt).toBe('mm/dd/yyyy');
    expect(sheet.table('Target areas').map(([area]) => area)).toEqual(['Office "North"']);
    expect(sheet.table('Target groups').map(([group]) => group)).toEqual(['constructor']);
    expect(sheet.table('Target characteristics')).toEqual([
      ['Colour', 'Red', '', 'List'],
      ['remote', '', 'Yes', 'Yes or no'],
      ['since', '', expect.any(String), 'Date'],
    ]);
    expect(sheet.cellBeside('since', { right: 2 }).value).toEqual(new Date('2025-12-31'));
    expect(sheet.table('Author')).toEqual([
      ['Ada Lovelace', 'Tab\tand\nline 😀 שלום', expect.any(String), 'Shared'],
    ]);
    expect(all[2]!.table('Focus')).toEqual([['—', '', '', '']]);
  });

  it.each([
    [false, 'No'],
    [3.25, '3.25'],
    ['since 2020', 'since 2020'],
  ])('shows the value %j of a target beside its option', async (value, shown) => {
    const characteristics = [{ characteristicId: 'remote', id: 'yes', value }];
    const names = { remote: 'Remote', yes: 'Yes' };
    const [, only] = await fixture.read(
      workbookPlan({ names, actions: [workbookAction({ characteristics })] }),
    );
    expect(only!.table('Target characteristics')).toEqual([['Remote', 'Yes', shown, '']]);
  });

  it('is made for reading: widths, frozen rows, filters, wrapped texts, highlighted headings', () => {
    expect(summary.sheet.getColumn(2).width).toBeGreaterThan(40);
    expect(summary.sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 6 });
    expect(summary.sheet.pageSetup).toMatchObject({
      orientation: 'landscape',
      fitToPage: true,
      fitToHeight: 0,
      paperSize: 9,
      printTitlesRow: '6:6',
    });
    expect(summary.sheet.headerFooter.oddFooter).toBe('&L&A&R&P / &N');
    expect(summary.sheet.autoFilter).toBe('A6:H8');
    expect(summary.cellBeside('Action', {})).toMatchObject({
      font: { bold: true },
      fill: { pattern: 'solid' },
    });
    expect(sheet.sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet.sheet.pageSetup).toMatchObject({
      orientation: 'landscape',
      fitToPage: true,
      fitToHeight: 0,
      paperSize: 9,
      printTitlesRow: '1:1',
    });
    expect(sheet.sheet.autoFilter).toMatch(/^A\d+:D\d+$/);
    expect(sheet.cellBeside('Description', { right: 1 }).alignment).toMatchObject({ wrapText: true });
  });

  it('shows percentages as bars from 0 to 100 %', () => {
    // exceljs' types do not have what it read.
    const bars = ({ sheet }: SheetReading) =>
      (
        sheet as unknown as { conditionalFormattings: { ref: string; rules: unknown[] }[] }
      ).conditionalFormattings.map(({ ref, rules }) => [ref, rules]);
    const rule = expect.objectContaining({
      type: 'dataBar',
      cfvo: [
        { type: 'num', value: 0 },
        { type: 'num', value: 1 },
      ],
    });
    expect(bars(summary)).toEqual([['D4 D7:D8', [rule]]]);
    expect(bars(sheet)).toEqual([['B5', [rule]]]);
  });

  it('wraps long titles and gives them the height that they need', async () => {
    const title = { defaultValue: 'A title of many words '.repeat(11) };
    const [first, second] = await fixture.read(workbookPlan({ title, actions: [workbookAction({ title })] }));
    const cells = [first.sheet.getCell('A1'), second!.sheet.getCell('B1')];
    for (const cell of cells) expect(cell.alignment.wrapText).toBe(true);
    expect(first.sheet.model.merges).toContain('A1:H1');
    expect(first.sheet.getRow(1).height).toBe(66);
    expect(second!.sheet.getRow(1).height).toBe(131);
  });

  it('shows each status in a colour of its own', async () => {
    const statuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const;
    const actions = statuses.map((status) => workbookAction({ status }));
    const [first, second] = await fixture.read(workbookPlan({ actions }));
    const colourOf = (cell: Cell) => (cell.fill as FillPattern).fgColor?.argb;
    const colours = statuses.map((_, index) => colourOf(first.cellBeside('Status', { down: index + 1 })));
    expect(new Set(colours).size).toBe(5);
    expect(colourOf(second!.cellBeside('Status', { right: 1 }))).toBe(colours[0]);
  });

  it('says — where there are no notes', () => {
    expect(all[2]!.table('Author')).toEqual([['—', '', '', '']]);
    expect(all[2]!.sheet.autoFilter).toBeFalsy();
  });

  it.each([
    ['es-MX', 'Mejor acogida', 'Acción', 'Completada'],
    ['fr', 'Better onboarding', 'Action', 'Terminée'],
    ['de-AT', 'Better onboarding', 'Maßnahme', 'Abgeschlossen'],
    ['pt-BR', 'Better onboarding', 'Ação', 'Concluída'],
    ['IT', 'Better onboarding', 'Azione', 'Completata'],
    ['ja', 'Better onboarding', 'Action', 'Completed'],
  ])(
    'in %s has texts and labels of the language, or English ones',
    async (language, title, action, status) => {
      const [translated] = await fixture.read(plan, { language });
      expect(translated.name).toBe('Summary');
      expect(translated.sheet.getCell('A1').text).toBe(title);
      expect(translated.cellBeside(action, { right: 1, down: 1 }).text).toBe(status);
    },
  );
});

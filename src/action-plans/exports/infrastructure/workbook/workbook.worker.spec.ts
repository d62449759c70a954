import { readFile } from 'node:fs/promises';
import ExcelJS, { type Cell } from 'exceljs';
import { strFromU8, unzipSync } from 'fflate';
import {
  workbookAction,
  workbookNote,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import type { SheetReading } from '../../../../../test/support/workbook-reader.js';

const ada = '0123456789abcdef00000001';
const office = '0123456789abcdef00000002';
const names = { [ada]: 'Ada Lovelace', [office]: 'Office "North"', colour: 'Colour', red: 'Red' };

/** An action with every property; overdue for years. */
const mentors = workbookAction({
  title: { defaultValue: 'Mentors', langValues: { es: 'Mentores' } },
  description: { defaultValue: 'Everybody gets one.' },
  status: 'IN_PROGRESS',
  completionPercent: 50,
  dueDate: '2020-06-30',
  startedAt: '2026-03-01T23:59:59.999Z',
  completedAt: '2026-03-04',
  actionType: 'COMPANY',
  source: 'AI',
  visibility: 'PRIVATE',
  createdBy: ada,
  createdAt: '2026-03-01T06:00Z',
  updatedAt: '2026-03-02T12:00Z',
  focusItems: [
    { focusType: 'ENPS', focusId: 'colour', targetValue: 7.5, targetTimestamp: '2026-07-01' },
    { focusType: 'HI' },
  ],
  assigneeStatuses: [
    {
      assigneeId: ada,
      status: 'COMPLETED',
      startedAt: '2026-03-02T10:30:15.250Z',
      completedAt: '2026-03-03',
    },
    { assigneeId: 'unknown', status: 'PENDING' },
  ],
  hierarchyIds: [office, 'south'],
  groupIds: ['constructor'],
  characteristics: [
    { characteristicId: 'colour', id: 'red', questionType: 'LIST' },
    { characteristicId: 'remote', questionType: 'BOOLEAN', value: true },
    { characteristicId: 'since', questionType: 'DATE', value: '2025-12-31' },
    { value: 3.25 },
  ],
  notes: [
    workbookNote({ authorId: ada, content: 'Tab\tand\r\nline 😀 שלום', visibility: 'PRIVATE' }),
    workbookNote({ content: 'Thanks.' }),
  ],
});
const plan = workbookPlan({
  title: { defaultValue: 'Better <onboarding>', langValues: { es: 'Mejor acogida' } },
  description: { defaultValue: 'First line\nSecond line' },
  completionPercent: 33,
  createdBy: ada,
  updatedAt: '2026-03-05T12:00Z',
  names,
  actions: [mentors, workbookAction()],
});

const rowOf = (cell: Cell) => Number(cell.row);

describe('a workbook', () => {
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

  it('has a summary and a sheet for each action', () => {
    expect([summary, sheet, empty].map(({ name }) => name)).toEqual([
      'Summary',
      '1 Mentors',
      '2 Talk to every newcomer',
    ]);
  });

  it('begins with the plan', () => {
    const below = (label: string) => summary.cellBeside(label, { down: 1 });
    expect(summary.sheet.getCell('A1').text).toBe('Better <onboarding>');
    expect(summary.sheet.getCell('A2').text).toBe('First line\nSecond line');
    expect(below('Created by').value).toBe('Ada Lovelace');
    expect(below('Visibility').value).toBe('Public');
    expect(below('Completion')).toMatchObject({ value: 0.33, numFmt: '0%' });
    expect(below('Actions').value).toBe(2);
    expect(below('Id').value).toBe(plan.id);
    expect(below('Created (UTC)').value).toEqual(new Date(plan.createdAt));
    expect(below('Updated (UTC)').value).toEqual(new Date(plan.updatedAt));
  });

  it('has the figures of its actions, by the calendar of the reader', async () => {
    const now = Date.now();
    const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
    const actions = [
      ...(['PENDING', 'IN_PROGRESS', 'EXPIRED', 'EXPIRED', 'COMPLETED'] as const).map((status) =>
        workbookAction({ status, dueDate: '2020-06-30' }),
      ),
      ...[at(3), at(20), at(60)].map((dueDate) => workbookAction({ status: 'PENDING', dueDate })),
      workbookAction({ status: 'CANCELLED', dueDate: at(3) }),
    ];
    const [figures] = (await fixture.read(workbookPlan({ actions }))) as [SheetReading];
    const below = (label: string) => figures.cellBeside(label, { down: 1 }).value;
    const statuses = ['Pending', 'In progress', 'Completed', 'Cancelled', 'Expired'];
    expect(statuses.map(below)).toEqual([4, 1, 1, 1, 2]);
    expect(['Overdue', 'Due in 7 days', 'Due in 30 days'].map(below)).toEqual([2, 1, 2]);
  });

  it('has a row for each action', () => {
    expect(summary.table('No.')).toEqual([
      [
        ...['1', 'Mentors', 'In progress', '0.5', expect.any(String)],
        ...['Ada Lovelace\nunknown', 'Office "North"\nsouth', '2'],
      ],
      ['2', 'Talk to every newcomer', 'In progress', '0', '', '', '', '0'],
    ]);
  });

  it('shows all of an action, with the notes last', () => {
    const beside = (label: string) => sheet.cellBeside(label, { right: 1 });
    const texts = ['Description', 'Status', 'Type', 'Source', 'Visibility', 'Created by', 'Id'];
    expect(texts.map((label) => beside(label).value)).toEqual([
      ...['Everybody gets one.', 'In progress', 'Company', 'AI', 'Private', 'Ada Lovelace'],
      mentors.id,
    ]);
    expect(sheet.sheet.getCell('B1').value).toBe('Mentors');
    expect(sheet.cells().filter(({ text }) => text === 'Mentors')).toHaveLength(1);
    expect(beside('Completion')).toMatchObject({ value: 0.5, numFmt: '0%' });
    expect(beside('Due (UTC)')).toMatchObject({
      value: new Date(mentors.dueDate!),
      numFmt: 'mm/dd/yyyy "overdue"',
    });
    expect(beside('Started (UTC)')).toMatchObject({
      value: new Date(mentors.startedAt!),
      numFmt: 'mm/dd/yyyy hh:mm AM/PM',
    });
    expect(beside('Completed (UTC)')).toMatchObject({
      value: new Date(mentors.completedAt!),
      numFmt: 'mm/dd/yyyy',
    });
    expect(beside('Created (UTC)').value).toEqual(new Date(mentors.createdAt));
    expect(beside('Updated (UTC)').value).toEqual(new Date(mentors.updatedAt));

    expect(sheet.table('Focus')).toEqual([
      ['eNPS', 'Colour', '7.5', expect.stringContaining('Jul 01 2026')],
      ['HI', '', '', ''],
    ]);
    expect(sheet.table('Assignees')).toEqual([
      [
        ...['Ada Lovelace', 'Completed'],
        ...[expect.stringContaining('Mar 02 2026'), expect.stringContaining('Mar 03 2026')],
      ],
      ['unknown', 'Pending', '', ''],
    ]);
    expect(sheet.table('Target areas').map(([area]) => area)).toEqual(['Office "North"', 'south']);
    expect(sheet.table('Target groups').map(([group]) => group)).toEqual(['constructor']);
    expect(sheet.table('Target characteristics')).toEqual([
      ['Colour', 'Red', '', 'List'],
      ['remote', '', 'Yes', 'Yes or no'],
      ['since', '', expect.stringContaining('Dec 31 2025'), 'Date'],
      ['', '', '3.25', ''],
    ]);
    expect(sheet.table('Author')).toEqual([
      ['Ada Lovelace', 'Tab\tand\nline 😀 שלום', expect.any(String), 'Private'],
      [mentors.notes[1]!.authorId, 'Thanks.', expect.any(String), 'Shared'],
    ]);
    expect(rowOf(sheet.cellBeside('Notes (2)', {}))).toBe(sheet.sheet.rowCount - 3);
  });

  it('says where there is nothing', async () => {
    for (const heading of ['Focus', 'Assignees', 'Target areas', 'Target groups', 'Author']) {
      expect(empty.table(heading)).toEqual([['—', '', '', '']]);
    }
    expect(empty.cellBeside('Notes (0)', {}).value).toBe('Notes (0)');
    const [alone] = await fixture.read(workbookPlan());
    expect(alone.table('No.')).toEqual([expect.arrayContaining(['This plan has no actions.'])]);
    expect(alone.cellBeside('Created by', {}).row).toBe(2);
  });

  it('links the summary to each sheet and back', () => {
    expect(Object.values(summary.links())).toEqual(["'1 Mentors'!A1", "'2 Talk to every newcomer'!A1"]);
    expect(sheet.links()).toEqual({ A1: "'Summary'!A1" });
    expect(sheet.sheet.getCell('A1').text).toBe('← Back to the summary');
  });

  it('has sheets with names of their own, to which the links lead, whatever the titles', async () => {
    const titles = ['[]:*?/\\', 'Summary', 'Same', 'same', "Ada's", 'x'.repeat(300)];
    const actions = titles.map((defaultValue) => workbookAction({ title: { defaultValue } }));
    const [first, ...others] = await fixture.read(workbookPlan({ actions }));
    expect(others.map((one) => one.sheet.getCell('B1').value)).toEqual(titles);
    expect(Object.values(first.links())).toEqual(others.map(({ name }) => `'${name}'!A1`));
    expect(others.map(({ name }) => name)).toEqual([
      ...['1 Action', '2 Summary', '3 Same', '4 same', '5 Ada’s'],
      `6 ${'x'.repeat(28)}…`,
    ]);
    expect(others.map(({ sheet: { pageSetup } }) => pageSetup.printTitlesRow)).toEqual(
      others.map(() => '1:1'),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '007', 'TRUE', '_x0041_', '<a>&amp;"\'', ' spaced '])(
    'shows %j as the text that it is',
    async (content) => {
      const notes = [workbookNote({ content, authorId: content })];
      const [first, second] = await fixture.read(
        workbookPlan({ title: { defaultValue: content }, actions: [workbookAction({ notes })] }),
      );
      expect(second!.table('Author')[0]!.slice(0, 2)).toEqual([content, content]);
      expect(first.sheet.getCell('A1')).toMatchObject({
        value: content,
        numFmt: '@',
        type: ExcelJS.ValueType.String,
      });
    },
  );

  it('has the title in its properties, and each text once', async () => {
    const path = await fixture.write(plan);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(path);
    expect(workbook.title).toBe('Better <onboarding>');
    const strings = strFromU8(unzipSync(await readFile(path))['xl/sharedStrings.xml']!);
    expect(strings.match(/>In progress</g)).toHaveLength(1);
  });

  it.each([
    ['es-MX', 'Mejor acogida', 'Acción', 'En curso', 'Vencimiento (UTC)'],
    ['fr', 'Better <onboarding>', 'Action', 'En cours', 'Échéance (UTC)'],
    ['de-AT', 'Better <onboarding>', 'Maßnahme', 'In Bearbeitung', 'Fällig (UTC)'],
    ['pt-BR', 'Better <onboarding>', 'Ação', 'Em curso', 'Prazo (UTC)'],
    ['IT', 'Better <onboarding>', 'Azione', 'In corso', 'Scadenza (UTC)'],
    ['ja', 'Better <onboarding>', 'Action', 'In progress', 'Due (UTC)'],
  ])('in %s has texts and labels of the language, or English ones', async (language, ...texts) => {
    const [title, action, status, due] = texts;
    const [translated] = await fixture.read(plan, { language });
    expect(translated.name).toBe('Summary');
    expect(translated.sheet.getCell('A1').text).toBe(title);
    expect(translated.cellBeside(action, { right: 1, down: 1 }).text).toBe(status);
    expect(translated.cellBeside(action, { right: 3 }).text).toBe(due);
  });
});

import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import {
  workbookAction,
  workbookNote,
  type WorkbookAction,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import { WorkbookFixture } from '../../../../../test/support/workbook-fixture.js';
import { onPath } from '../../../../../test/support/on-path.js';
import { readWorkbook, type SheetReading } from '../../../../../test/support/workbook-reader.js';
import type { WorkbookPlan } from '../../../index.js';
import { ACTION_STATUSES, FOCUS_TYPES, QUESTION_TYPES } from '../../../index.js';
import { MAX_CELL_LENGTH } from './cut-text.js';

const TEST_MS = 180_000;

let fixture: WorkbookFixture;

beforeAll(async () => {
  fixture = await WorkbookFixture.open();
});

afterAll(() => fixture.close());

/** Texts as people, other programs and attackers write them. */
const HOSTILE = [
  ...['=1+1', '+1', '-1', '@a', '\t=1', '007', 'TRUE', '#REF!', "'", "'='", '[]:*?/\\', 'Summary', 'history'],
  ...[
    '\r\n',
    'a\rb',
    ' ',
    '_x0000_',
    '_x005F_x0041_',
    '<b>&amp;</b>',
    ']]>',
    '&#0;',
    '\0',
    '\ufffe\uffff',
    '\ud800',
  ],
  ...['עברית', '\u202eabc', '👩‍👩‍👧', 'e\u0301'],
];
const LONG = ['x', '😀', '👩‍👩‍👧', 'e\u0301', '_x0041_', '&', '\n'].map((unit) =>
  unit.repeat(40_000 / unit.length),
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }) },
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG) },
);
const translatable = text.map((defaultValue) => ({ defaultValue }));
const id = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((digit) => String(digit).repeat(24)),
  fc.constantFrom('constructor', '__proto__', 'toString'),
);
const time = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 3 });

const action = fc
  .record({
    title: translatable,
    description: maybe(translatable),
    status: fc.constantFrom(...ACTION_STATUSES),
    completionPercent: fc.integer({ min: 0, max: 100 }),
    focusItems: some(
      fc.record({
        focusType: fc.constantFrom(...FOCUS_TYPES),
        focusId: maybe(id),
        targetValue: maybe(fc.double()),
        targetTimestamp: maybe(time),
      }),
    ),
    assigneeStatuses: some(
      fc.record({ assigneeId: id, status: fc.constantFrom(...ACTION_STATUSES), startedAt: maybe(time) }),
    ),
    hierarchyIds: some(id),
    groupIds: some(id),
    characteristics: some(
      fc.record({
        characteristicId: maybe(id),
        id: maybe(id),
        questionType: maybe(fc.constantFrom(...QUESTION_TYPES)),
        value: maybe(fc.oneof(fc.boolean(), fc.double(), text)),
      }),
    ),
    dueDate: maybe(time),
    notes: some(fc.record({ content: text, authorId: id })),
  })
  .map(({ notes, ...rest }) =>
    workbookAction({ ...(rest as Partial<WorkbookAction>), notes: notes.map(workbookNote) }),
  );

const plan = fc
  .record({
    title: translatable,
    description: maybe(translatable),
    createdBy: maybe(id),
    names: fc.dictionary(
      id,
      text.map((name) => name.slice(0, 255)),
    ),
    actions: fc.array(action, { maxLength: 6 }),
  })
  .map((any) => workbookPlan(any as Partial<WorkbookPlan>));

/** Takes the cells that show a text, which goes on in further rows, from a list of cells. @returns if they show all */
function take(cells: string[], text: string): boolean {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- what XML cannot say
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
  const isTooLong = clean.replace(/_x/g, '_x005F_x').length > MAX_CELL_LENGTH;
  let shown = cells.shift() ?? '';
  while (shown !== clean && cells.length > 0) {
    if (isTooLong && shown.endsWith('…')) break;
    // The line break between two rows is in none of them.
    if (clean.startsWith(`${shown}\n`)) shown += '\n';
    if (shown === clean) break;
    shown += cells.shift()!;
  }
  if (shown === clean) return true;
  return isTooLong && shown.endsWith('…') && shown.length > 3_000 && clean.startsWith(shown.slice(0, -1));
}

function checkNames(sheets: readonly SheetReading[]): void {
  const names = sheets.map(({ name }) => name);
  for (const name of names) {
    expect(name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/);
    expect(name.toLowerCase()).not.toBe('history');
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
}

function checkContents(sheets: readonly SheetReading[], { actions }: WorkbookPlan): void {
  for (const sheet of sheets) {
    const types = sheet.cells().map(({ type }) => type);
    expect(types).not.toContain(ExcelJS.ValueType.Formula);
    expect(types).not.toContain(ExcelJS.ValueType.Error);
  }
  for (const [index, { title, description, notes }] of actions.entries()) {
    const reading = sheets[index + 1]!;
    expect(take([reading.sheet.getCell('B1').text], title.defaultValue)).toBe(true);
    const below = (cell: ExcelJS.Cell, rows: number): string[] =>
      Array.from(
        { length: rows },
        (_, row) => reading.sheet.getCell(Number(cell.row) + row, Number(cell.col)).text,
      );
    const described = reading.cellBeside('Description', { right: 1 });
    const rows = Number(reading.cellBeside('Status', {}).row) - Number(described.row);
    expect(take(below(described, rows), description?.defaultValue ?? '')).toBe(true);
    const first = reading.cellBeside('Author', { right: 1, down: 1 });
    const noted = below(first, reading.sheet.rowCount - Number(first.row) + 1);
    expect(notes.filter(({ content }) => !take(noted, content))).toEqual([]);
  }
}

it(
  'any plan becomes a workbook that opens, with a sheet for each action that says what the action says',
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (any) => {
        const sheets = await readWorkbook(await fixture.write(any));
        expect(sheets).toHaveLength(1 + any.actions.length);
        checkNames(sheets);
        checkContents(sheets, any);
      }),
      { numRuns: 60 },
    );
  },
  TEST_MS,
);

const soffice = onPath('soffice');

describe(soffice === undefined ? 'without LibreOffice on the PATH' : 'LibreOffice', () => {
  // LibreOffice reads this one, but does not escape it when it saves.
  const texts = HOSTILE.filter((text) => text !== '_x005F_x0041_');
  const hostile = workbookPlan({
    actions: texts.map((content) =>
      workbookAction({ title: { defaultValue: content }, notes: [workbookNote({ content })] }),
    ),
  });

  if (soffice === undefined) {
    it('the hostile workbook is judged by exceljs alone', async () => {
      checkContents(await readWorkbook(await fixture.write(hostile)), hostile);
    });
    return;
  }

  it(
    'opens the hostile workbook and saves what it read',
    async () => {
      const path = await fixture.write(hostile);
      const saved = join(fixture.folder, 'saved');
      const profile = pathToFileURL(join(fixture.folder, 'profile')).href;
      const conversion = ['--headless', `-env:UserInstallation=${profile}`, '--convert-to', 'xlsx'];
      await promisify(execFile)(soffice, [...conversion, '--outdir', saved, path]);
      const sheets = await readWorkbook(join(saved, basename(path)));
      expect(sheets.map(({ name }) => name)).toEqual((await readWorkbook(path)).map(({ name }) => name));
      checkContents(sheets, hostile);
    },
    TEST_MS,
  );
});

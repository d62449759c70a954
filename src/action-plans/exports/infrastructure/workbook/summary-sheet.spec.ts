import {
  workbookAction,
  workbookNote,
  workbookPlan,
} from '../../../../../test/support/builders/workbook-plan.js';
import type { Cell } from './cells.js';
import { Reader } from './reader.js';
import { summarySheet } from './summary-sheet.js';

/** Excel's number of 1 March 2026. */
const MARCH_1 = 46_082;
const at = (day: number, hour = 0): Date => new Date(Date.UTC(2026, 2, day, hour));

const names = { ada: 'Ada', bob: 'Bob', north: 'North' };
const reader = new Reader({ language: 'en', timeZone: 'UTC' }, names, at(20));

const sheetOf = (overrides: Parameters<typeof workbookPlan>[0] = {}) =>
  summarySheet(
    workbookPlan({ id: 'id', createdAt: at(1, 6), updatedAt: at(2, 12), ...overrides }),
    ['1 Mentors', `2 Ada's`],
    reader,
  );
const rowsOf = (...from: Parameters<typeof sheetOf>) =>
  sheetOf(...from).toWorksheet()['!data'] as (readonly Cell[])[];
const valuesOf = (...from: Parameters<typeof sheetOf>) =>
  rowsOf(...from).map((row) => Array.from(row, (cell) => cell?.v ?? ''));

const actions = [
  workbookAction({
    title: { defaultValue: 'Mentors' },
    status: 'PENDING',
    completionPercent: 25,
    dueDate: at(10),
    assigneeStatuses: [
      { assigneeId: 'ada', status: 'PENDING' },
      { assigneeId: 'bob', status: 'PENDING' },
    ],
    hierarchyIds: ['north', 'south'],
    notes: [workbookNote(), workbookNote()],
  }),
  workbookAction({ title: { defaultValue: `Ada's` }, status: 'CANCELLED' }),
];

describe('the summary of a plan', () => {
  it('has the plan, and a row for each action', () => {
    const plan = {
      title: { defaultValue: 'Better onboarding' },
      description: { defaultValue: 'For all.' },
      completionPercent: 33,
      createdBy: 'ada',
      actions,
    };
    const labels = [
      'Created by',
      'Visibility',
      'Completion',
      'Actions',
      'Id',
      'Created (UTC)',
      'Updated (UTC)',
    ];
    expect(valuesOf(plan)).toEqual([
      ['Better onboarding'],
      ['For all.'],
      ['', ...labels],
      ['', 'Ada', 'Public', 0.33, 2, 'id', MARCH_1 + 0.25, MARCH_1 + 1.5],
      [],
      ['No.', 'Action', 'Status', 'Completion', 'Due (UTC)', 'Assignees', 'Target areas', 'Notes'],
      [1, 'Mentors', 'Pending', 0.25, MARCH_1 + 9, 'Ada\nBob', 'North\nsouth', 2],
      [2, `Ada's`, 'Cancelled', 0, '', '', '', 0],
    ]);
    expect(sheetOf(plan).frozenRows).toBe(6);
    expect(sheetOf(plan).filterRef).toBe('A6:H8');
  });

  it('has no row for a description that the plan has not', () => {
    expect(valuesOf().slice(0, 2)).toEqual([
      ['Better onboarding'],
      ['', 'Created by', ...Array(6).fill(expect.any(String))],
    ]);
    expect(sheetOf({ actions }).frozenRows).toBe(5);
  });

  it('says so when there are no actions', () => {
    expect(valuesOf().at(-1)).toEqual(['', 'This plan has no actions.']);
    expect(valuesOf({ actions }).flat()).not.toContain('This plan has no actions.');
  });

  it('has a title, labels and headings that stand out, and marks what is overdue', () => {
    const styles = rowsOf({ actions, description: { defaultValue: 'For all.' } }).map((row) =>
      Array.from(row, (cell) => cell?.z),
    );
    expect(styles[0]).toEqual(['title']);
    expect(styles[1]).toEqual(['paragraph']);
    expect(styles[2]).toEqual([undefined, ...Array<string>(7).fill('label')]);
    expect(styles[5]).toEqual(Array(8).fill('heading'));
    expect(styles[6]).toEqual([
      ...['linkedNumber', 'text', 'pending', 'percent', 'overdue', 'text', 'text', 'number'],
    ]);
  });

  it('has a link to the sheet of each action', () => {
    const rows = rowsOf({ actions }).slice(-2);
    expect(rows.map(([number]) => number?.l?.Target)).toEqual([`#'1 Mentors'!A1`, `#'2 Ada''s'!A1`]);
  });

  it('gives title and description all columns, and the description a limited height', () => {
    const { '!merges': merges, '!rows': rows } = sheetOf({
      description: { defaultValue: 'a\n'.repeat(20) },
    }).toWorksheet();
    expect(merges).toEqual([0, 1].map((r) => ({ s: { r, c: 0 }, e: { r, c: 7 } })));
    expect(rows?.[1]).toEqual({ hpt: 75 });
  });
});

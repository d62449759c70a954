import { workbookAction, workbookNote } from '../../../../../test/support/builders/workbook-plan.js';
import { actionSheet } from './action-sheet.js';
import { Reader } from './reader.js';

/** Excel's number of 1 March 2026. */
const MARCH_1 = 46_082;
const at = (day: number, hour = 0): Date => new Date(Date.UTC(2026, 2, day, hour));

const names = {
  ada: 'Ada',
  bob: 'Bob',
  north: 'North',
  new: 'Newcomers',
  contract: 'Contract',
  part: 'Part time',
};
const reader = new Reader({ language: 'en', timeZone: 'UTC' }, names, at(20));

const sheetOf = (overrides: Parameters<typeof workbookAction>[0] = {}) =>
  actionSheet(
    workbookAction({ id: 'id', createdAt: at(1, 6), updatedAt: at(2, 12), ...overrides }),
    '1',
    reader,
  );
const rowsOf = (...from: Parameters<typeof sheetOf>) => sheetOf(...from).toWorksheet()['!data'];
const valuesOf = (...from: Parameters<typeof sheetOf>) =>
  rowsOf(...from).map((row) => row.map(({ v }) => v ?? ''));
const stylesOf = (...from: Parameters<typeof sheetOf>) => rowsOf(...from).map((row) => row.map(({ z }) => z));

const full: Parameters<typeof sheetOf>[0] = {
  title: { defaultValue: 'Mentors' },
  description: { defaultValue: 'One each.' },
  status: 'IN_PROGRESS',
  completionPercent: 50,
  dueDate: at(10),
  startedAt: at(3),
  completedAt: at(4, 12),
  actionType: 'COMPANY',
  source: 'AI',
  visibility: 'PRIVATE',
  createdBy: 'ada',
  focusItems: [
    { focusType: 'ENPS', focusId: 'contract', targetValue: 7.5, targetTimestamp: at(5) },
    { focusType: 'HI' },
  ],
  assigneeStatuses: [
    { assigneeId: 'ada', status: 'COMPLETED', startedAt: at(6), completedAt: at(7, 18) },
    { assigneeId: 'unknown', status: 'PENDING' },
  ],
  hierarchyIds: ['north', 'south'],
  groupIds: ['new'],
  characteristics: [
    { characteristicId: 'contract', id: 'part', questionType: 'LIST' },
    { value: true, questionType: 'BOOLEAN' },
    { value: 3 },
  ],
  notes: [
    workbookNote({ authorId: 'bob', content: 'Well done.', createdAt: at(8, 6), visibility: 'PRIVATE' }),
    workbookNote({ authorId: 'ada', content: 'Thanks.', createdAt: at(9, 6) }),
  ],
};

describe('the sheet of an action', () => {
  it('has all of the action, then what it aims at, and its notes last', () => {
    expect(valuesOf(full)).toEqual([
      ['← Back to the summary', 'Mentors'],
      ['Title', 'Mentors'],
      ['Description', 'One each.'],
      ['Status', 'In progress'],
      ['Completion', 0.5],
      ['Due (UTC)', MARCH_1 + 9],
      ['Started (UTC)', MARCH_1 + 2],
      ['Completed (UTC)', MARCH_1 + 3.5],
      ['Type', 'Company'],
      ['Source', 'AI'],
      ['Visibility', 'Private'],
      ['Created by', 'Ada'],
      ['Created (UTC)', MARCH_1 + 0.25],
      ['Updated (UTC)', MARCH_1 + 1.5],
      ['Id', 'id'],
      [],
      ['Focus', 'Focus on', 'Target value', 'Target date (UTC)'],
      ['eNPS', 'Contract', 7.5, MARCH_1 + 4],
      ['HI', '', '', ''],
      [],
      ['Assignees', 'Status', 'Started (UTC)', 'Completed (UTC)'],
      ['Ada', 'Completed', MARCH_1 + 5, MARCH_1 + 6.75],
      ['unknown', 'Pending', '', ''],
      [],
      ['Target areas'],
      ['North'],
      ['south'],
      [],
      ['Target groups'],
      ['Newcomers'],
      [],
      ['Target characteristics', 'Option', 'Value', 'Type'],
      ['Contract', 'Part time', '', 'List'],
      ['', '', 'Yes', 'Yes or no'],
      ['', '', 3, ''],
      [],
      ['Notes (2)'],
      ['Author', 'Note', 'Written (UTC)', 'Visibility'],
      ['Bob', 'Well done.', MARCH_1 + 7.25, 'Private'],
      ['Ada', 'Thanks.', MARCH_1 + 8.25, 'Shared'],
    ]);
  });

  it('says — in every table that has no rows', () => {
    expect(valuesOf().slice(15)).toEqual([
      [],
      ['Focus', 'Focus on', 'Target value', 'Target date (UTC)'],
      ['—'],
      [],
      ['Assignees', 'Status', 'Started (UTC)', 'Completed (UTC)'],
      ['—'],
      [],
      ['Target areas'],
      ['—'],
      [],
      ['Target groups'],
      ['—'],
      [],
      ['Target characteristics', 'Option', 'Value', 'Type'],
      ['—'],
      [],
      ['Notes (0)'],
      ['Author', 'Note', 'Written (UTC)', 'Visibility'],
      ['—'],
    ]);
  });

  it('has a title, labels and headings that stand out, and the status in its colour', () => {
    const styles = stylesOf(full);
    expect(styles[0]).toEqual(['link', 'title']);
    expect(styles.slice(1, 15).map(([label]) => label)).toEqual(Array(14).fill('label'));
    expect(styles[3]).toEqual(['label', 'inProgress']);
    for (const row of [16, 20, 31, 37]) expect(styles[row]).toEqual(Array(4).fill('heading'));
    expect(styles[21]).toEqual(['text', 'completed', 'date', 'moment']);
    expect(styles[36]).toEqual(['label']);
  });

  it('marks the due date of what is overdue', () => {
    expect(stylesOf(full)[5]).toEqual(['label', 'overdue']);
    expect(stylesOf({ ...full, dueDate: at(20) })[5]).toEqual(['label', 'date']);
  });

  it('leads back to the summary', () => {
    expect(sheetOf().toWorksheet()['!data'][0]?.[0]?.l).toEqual({ Target: `#'Summary'!A1` });
  });

  it('keeps its title in view, and filters the notes', () => {
    expect(sheetOf(full).frozenRows).toBe(1);
    expect(sheetOf(full).filterRef).toBe('A38:D40');
    expect(sheetOf().filterRef).toBeUndefined();
  });
});

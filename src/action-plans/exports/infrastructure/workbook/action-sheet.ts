import type { WorkbookAction as Action } from '../../../index.js';
import { link, number, percent, text, type Cell } from './cells.js';
import { LABELS as L, type Label } from './labels.js';
import type { Reader } from './reader.js';
import { Sheet } from './sheet.js';
import { sheetTarget, SUMMARY_SHEET } from './sheet-names.js';
import {
  ACTION_TYPES,
  FOCUS_TYPES,
  NOTE_VISIBILITIES,
  QUESTION_TYPES,
  SOURCES,
  VISIBILITIES,
} from './value-labels.js';

const WIDTHS = [32, 66, 24, 26];

/** All of one action. The notes come last, so that their filter hides nothing else. */
export function actionSheet(action: Action, name: string, reader: Reader): Sheet {
  const back = text(`← ${reader.label(L.backToSummary)}`);
  const sheet = new Sheet(name, WIDTHS)
    .row([link(back, sheetTarget(SUMMARY_SHEET)), text(reader.textOf(action.title), 'title')])
    .freeze();
  for (const [label, value] of fields(action, reader)) sheet.row([text(reader.label(label), 'label'), value]);
  writeTargets(sheet, action, reader);
  writeNotes(sheet, action, reader);
  return sheet;
}

function fields(action: Action, reader: Reader): [Label, Cell][] {
  return [
    [L.description, text(reader.textOf(action.description))],
    [L.status, reader.status(action.status)],
    [L.completion, percent(action.completionPercent)],
    [L.dueDate, reader.dueDate(action)],
    [L.startedAt, reader.date(action.startedAt)],
    [L.completedAt, reader.date(action.completedAt)],
    [L.type, text(reader.label(ACTION_TYPES[action.actionType]))],
    [L.source, text(reader.label(SOURCES[action.source]))],
    [L.visibility, text(reader.label(VISIBILITIES[action.visibility]))],
    [L.createdBy, text(reader.nameOf(action.createdBy))],
    [L.createdAt, reader.moment(action.createdAt)],
    [L.updatedAt, reader.moment(action.updatedAt)],
    [L.id, text(action.id)],
  ];
}

function writeTargets(sheet: Sheet, action: Action, reader: Reader): void {
  const writeTable = (headings: readonly Label[], rows: Cell[][]): void => {
    sheet.row([]).headings(headings.map((label) => reader.label(label)));
    for (const row of rows.length > 0 ? rows : [[text('—')]]) sheet.row(row);
  };
  writeTable(
    [L.focus, L.focusOn, L.targetValue, L.targetDate],
    action.focusItems.map((item) => [
      text(reader.label(FOCUS_TYPES[item.focusType])),
      text(reader.nameOf(item.focusId)),
      number(item.targetValue),
      reader.date(item.targetTimestamp),
    ]),
  );
  writeTable(
    [L.assignees, L.status, L.startedAt, L.completedAt],
    action.assigneeStatuses.map(({ assigneeId, status, startedAt, completedAt }) => [
      text(reader.nameOf(assigneeId)),
      reader.status(status),
      reader.date(startedAt),
      reader.date(completedAt),
    ]),
  );
  const named = (id: string): Cell[] => [text(reader.nameOf(id))];
  writeTable([L.areas], action.hierarchyIds.map(named));
  writeTable([L.groups], action.groupIds.map(named));
  writeTable(
    [L.characteristics, L.option, L.value, L.type],
    action.characteristics.map((target) => [
      text(reader.nameOf(target.characteristicId)),
      text(reader.nameOf(target.id)),
      reader.targetValue(target),
      text(target.questionType && reader.label(QUESTION_TYPES[target.questionType])),
    ]),
  );
}

function writeNotes(sheet: Sheet, action: Action, reader: Reader): void {
  sheet.row([]).row([text(`${reader.label(L.notes)} (${action.notes.length})`, 'label')]);
  const headings = [L.author, L.note, L.writtenAt, L.visibility].map((label) => reader.label(label));
  if (action.notes.length === 0) sheet.headings(headings).row([text('—')]);
  else sheet.filteredHeadings(headings);
  for (const note of action.notes) {
    sheet.row([
      text(reader.nameOf(note.authorId)),
      text(note.content),
      reader.moment(note.createdAt),
      text(reader.label(NOTE_VISIBILITIES[note.visibility])),
    ]);
  }
}

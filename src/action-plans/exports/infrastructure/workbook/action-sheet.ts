import type { WorkbookAction as Action } from '../../../index.js';
import { link, number, percent, text, type Cell } from './cells.js';
import type { Reader } from './reader.js';
import { Sheet } from './sheet.js';
import { sheetTarget, SUMMARY_SHEET } from './sheet-names.js';

const WIDTHS = [32, 66, 24, 26];

/** All of one action. The notes come last, so that their filter hides nothing else. */
export function actionSheet(action: Action, name: string, reader: Reader): Sheet {
  const { labels } = reader;
  const sheet = new Sheet(name, WIDTHS)
    .titleRow([
      link(text(`← ${labels.backToSummary}`), sheetTarget(SUMMARY_SHEET)),
      text(reader.textOf(action.title), 'title'),
    ])
    .freeze();
  for (const [label, value] of fields(action, reader)) sheet.row([text(label, 'label'), value]);
  writeTargets(sheet, action, reader);
  writeNotes(sheet, action, reader);
  return sheet;
}

function fields(action: Action, reader: Reader): [string, Cell][] {
  const { headings: h, actionTypes, sources, visibilities } = reader.labels;
  return [
    [h.title, text(reader.textOf(action.title))],
    [h.description, text(reader.textOf(action.description))],
    [h.status, reader.status(action.status)],
    [h.completion, percent(action.completionPercent)],
    [h.dueDate, reader.dueDate(action)],
    [h.startedAt, reader.date(action.startedAt)],
    [h.completedAt, reader.date(action.completedAt)],
    [h.type, text(actionTypes[action.actionType])],
    [h.source, text(sources[action.source])],
    [h.visibility, text(visibilities[action.visibility])],
    [h.createdBy, text(reader.nameOf(action.createdBy))],
    [h.createdAt, reader.moment(action.createdAt)],
    [h.updatedAt, reader.moment(action.updatedAt)],
    [h.id, text(action.id)],
  ];
}

function writeTargets(sheet: Sheet, action: Action, reader: Reader): void {
  const { headings: h, focusTypes, questionTypes } = reader.labels;
  writeTable(
    sheet,
    [h.focus, h.focusOn, h.targetValue, h.targetDate],
    action.focusItems.map((item) => [
      text(focusTypes[item.focusType]),
      text(reader.nameOf(item.focusId)),
      number(item.targetValue),
      reader.date(item.targetTimestamp),
    ]),
  );
  writeTable(
    sheet,
    [h.assignees, h.status, h.startedAt, h.completedAt],
    action.assigneeStatuses.map(({ assigneeId, status, startedAt, completedAt }) => [
      text(reader.nameOf(assigneeId)),
      reader.status(status),
      reader.date(startedAt),
      reader.date(completedAt),
    ]),
  );
  const named = (id: string): Cell[] => [text(reader.nameOf(id))];
  writeTable(sheet, [h.areas], action.hierarchyIds.map(named));
  writeTable(sheet, [h.groups], action.groupIds.map(named));
  writeTable(
    sheet,
    [h.characteristics, h.option, h.value, h.type],
    action.characteristics.map((target) => [
      text(reader.nameOf(target.characteristicId)),
      text(reader.nameOf(target.id)),
      reader.targetValue(target),
      text(target.questionType && questionTypes[target.questionType]),
    ]),
  );
}

function writeTable(sheet: Sheet, headings: readonly string[], rows: Cell[][]): void {
  sheet.row([]).headings(headings);
  for (const row of rows.length > 0 ? rows : [[text('—')]]) sheet.row(row);
}

function writeNotes(sheet: Sheet, action: Action, reader: Reader): void {
  const { headings: h, noteVisibilities } = reader.labels;
  sheet.row([]).row([text(`${h.notes} (${action.notes.length})`, 'label')]);
  const headings = [h.author, h.note, h.writtenAt, h.visibility];
  if (action.notes.length === 0) sheet.headings(headings).row([text('—')]);
  else sheet.filteredHeadings(headings);
  for (const note of action.notes) {
    sheet.row([
      text(reader.nameOf(note.authorId)),
      text(note.content),
      reader.moment(note.createdAt),
      text(noteVisibilities[note.visibility]),
    ]);
  }
}

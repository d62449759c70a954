import type { WorkbookAction, WorkbookPlan } from '../../../index.js';
import { link, moment, number, percent, date, text } from './cells.js';
import type { Reader } from './reader.js';
import { Sheet } from './sheet.js';
import { sheetTarget, SUMMARY_SHEET } from './sheet-names.js';

/** In characters: number, action, status, completion, five columns as wide as a date, names. */
const WIDTHS = [6, 44, 16, 18, 18, 18, 18, 26, 28, 28, 28, 28, 28, 10, 18, 26];
const DESCRIPTION_COLUMNS = 9;
const TITLE_PT = 24;
/** The header is frozen, so it must not fill the window. */
const MAX_DESCRIPTION_PT = 75;

/** The plan, then a table of its actions, each linked to its sheet. */
export function summarySheet(plan: WorkbookPlan, sheetNames: readonly string[], reader: Reader): Sheet {
  const sheet = new Sheet(SUMMARY_SHEET, WIDTHS);
  writePlan(sheet, plan, reader);
  const { headings: h, noActions } = reader.labels;
  sheet
    .filteredHeadings([
      ...[h.number, h.action, h.status, h.completion, h.dueDate, h.type, h.source, h.visibility],
      ...[h.assignees, h.focus, h.areas, h.groups, h.characteristics, h.notes, h.createdAt, h.createdBy],
    ])
    .freeze();
  if (plan.actions.length === 0) sheet.row([undefined, text(noActions)]);
  for (const [index, action] of plan.actions.entries()) {
    writeAction(sheet, action, { number: index + 1, sheetName: sheetNames[index] ?? '' }, reader);
  }
  return sheet;
}

function writePlan(sheet: Sheet, plan: WorkbookPlan, reader: Reader): void {
  const { headings: h, visibilities } = reader.labels;
  sheet.line([text(reader.textOf(plan.title), 'title')], TITLE_PT);
  const description = reader.textOf(plan.description);
  if (description !== undefined) {
    sheet.wideRow(text(description, 'paragraph'), DESCRIPTION_COLUMNS, MAX_DESCRIPTION_PT);
  }
  const labels = [h.createdBy, h.visibility, h.completion, h.createdAt, h.updatedAt, h.actions, h.id];
  sheet
    .row([undefined, ...labels.map((label) => text(label, 'label'))])
    .row([
      undefined,
      text(reader.nameOf(plan.createdBy)),
      text(visibilities[plan.visibility]),
      percent(plan.completionPercent),
      moment(plan.createdAt),
      moment(plan.updatedAt),
      number(plan.actions.length),
      text(plan.id),
    ])
    .row([]);
}

function writeAction(
  sheet: Sheet,
  action: WorkbookAction,
  place: { number: number; sheetName: string },
  reader: Reader,
): void {
  const { actionTypes, focusTypes, sources, statuses, visibilities } = reader.labels;
  sheet.row([
    number(place.number),
    link(reader.textOf(action.title), sheetTarget(place.sheetName)),
    text(statuses[action.status]),
    percent(action.completionPercent),
    date(action.dueDate),
    text(actionTypes[action.actionType]),
    text(sources[action.source]),
    text(visibilities[action.visibility]),
    text(reader.list(action.assigneeStatuses.map(({ assigneeId }) => assigneeId))),
    text(action.focusItems.map(({ focusType }) => focusTypes[focusType]).join('\n')),
    text(reader.list(action.hierarchyIds)),
    text(reader.list(action.groupIds)),
    text(action.characteristics.map((target) => reader.targetLine(target)).join('\n')),
    number(action.notes.length),
    moment(action.createdAt),
    text(reader.nameOf(action.createdBy)),
  ]);
}

import type { WorkbookAction, WorkbookPlan } from '../../../index.js';
import { link, number, percent, text } from './cells.js';
import type { Reader } from './reader.js';
import { Sheet } from './sheet.js';
import { sheetTarget, SUMMARY_SHEET } from './sheet-names.js';

/** In characters: number, action, status, completion, due date, assignees, areas, notes. They fit on A4. */
const WIDTHS = [6, 44, 16, 16, 24, 28, 22, 18];
/** The header is frozen, so it must not fill the window. */
const MAX_DESCRIPTION_PT = 75;

/** The plan, then a table of its actions, each linked to its sheet, which has the rest of the action. */
export function summarySheet(plan: WorkbookPlan, sheetNames: readonly string[], reader: Reader): Sheet {
  const sheet = new Sheet(SUMMARY_SHEET, WIDTHS);
  writePlan(sheet, plan, reader);
  const { headings: h, noActions } = reader.labels;
  sheet
    .filteredHeadings([
      ...[h.number, h.action, h.status, h.completion, h.dueDate],
      ...[h.assignees, h.areas, h.notes],
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
  sheet.titleRow([text(reader.textOf(plan.title), 'title')], WIDTHS.length);
  const description = reader.textOf(plan.description);
  if (description !== undefined) {
    sheet.wideRow(text(description, 'paragraph'), WIDTHS.length, MAX_DESCRIPTION_PT);
  }
  const labels = [h.createdBy, h.visibility, h.completion, h.actions, h.id, h.createdAt, h.updatedAt];
  sheet
    .row([undefined, ...labels.map((label) => text(label, 'label'))])
    .row([
      undefined,
      text(reader.nameOf(plan.createdBy)),
      text(visibilities[plan.visibility]),
      percent(plan.completionPercent),
      number(plan.actions.length),
      text(plan.id),
      reader.moment(plan.createdAt),
      reader.moment(plan.updatedAt),
    ])
    .row([]);
}

function writeAction(
  sheet: Sheet,
  action: WorkbookAction,
  place: { number: number; sheetName: string },
  reader: Reader,
): void {
  sheet.row([
    link(number(place.number), sheetTarget(place.sheetName)),
    text(reader.textOf(action.title)),
    reader.status(action.status),
    percent(action.completionPercent),
    reader.dueDate(action),
    text(reader.list(action.assigneeStatuses.map(({ assigneeId }) => assigneeId))),
    text(reader.list(action.hierarchyIds)),
    number(action.notes.length),
  ]);
}

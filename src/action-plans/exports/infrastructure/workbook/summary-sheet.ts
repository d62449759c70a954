import type { WorkbookAction, WorkbookPlan } from '../../../index.js';
import { link, number, percent, text, type Cell } from './cells.js';
import { LABELS, type Label } from './labels.js';
import { firstLines } from './lines.js';
import type { Reader } from './reader.js';
import { Sheet } from './sheet.js';
import { sheetTarget, SUMMARY_SHEET } from './sheet-names.js';
import { STATUSES, VISIBILITIES } from './value-labels.js';

/** In characters: number, action, status, completion, due date, assignees, areas, notes. They fit on A4. */
const WIDTHS = [6, 44, 16, 16, 24, 28, 22, 18];
/** The header is frozen, so it must not fill the window. */
const HEADER_DESCRIPTION_LINES = 5;

/**
 * The plan, then a table of its actions, each linked to its sheet, which has the rest of the action, then the
 * description of the plan where it is too long for the header.
 */
export function summarySheet(plan: WorkbookPlan, sheetNames: readonly string[], reader: Reader): Sheet {
  const sheet = new Sheet(SUMMARY_SHEET, WIDTHS);
  writePlan(sheet, plan, reader);
  const { number, action, status, completion, dueDate, assignees, areas, notes, noActions } = LABELS;
  const headings = [number, action, status, completion, dueDate, assignees, areas, notes];
  sheet.filteredHeadings(headings.map((label) => reader.label(label))).freeze();
  if (plan.actions.length === 0) sheet.row([undefined, text(reader.label(noActions))]);
  for (const [index, one] of plan.actions.entries()) {
    writeAction(sheet, one, { number: index + 1, sheetName: sheetNames[index] ?? '' }, reader);
  }
  const description = reader.textOf(plan.description) ?? '';
  if (headerPartOf(description, sheet) !== description) {
    sheet
      .endFilter()
      .row([])
      .wideRow(text(reader.label(LABELS.description), 'heading'));
    sheet.wideRow(text(description, 'paragraph'));
  }
  return sheet;
}

function writePlan(sheet: Sheet, plan: WorkbookPlan, reader: Reader): void {
  sheet.wideRow(text(reader.textOf(plan.title), 'title'));
  const description = reader.textOf(plan.description);
  if (description !== undefined) sheet.wideRow(text(headerPartOf(description, sheet), 'paragraph'));
  const fields: [Label, Cell][] = [
    [LABELS.createdBy, text(reader.nameOf(plan.createdBy))],
    [LABELS.visibility, text(reader.label(VISIBILITIES[plan.visibility]))],
    [LABELS.completion, percent(plan.completionPercent)],
    [LABELS.actions, number(plan.actions.length)],
    [LABELS.id, text(plan.id)],
    [LABELS.createdAt, reader.moment(plan.createdAt)],
    [LABELS.updatedAt, reader.moment(plan.updatedAt)],
  ];
  writeFields(sheet, fields, reader);
  const { byStatus, overdue, dueIn7Days, dueIn30Days } = plan.figures;
  const statuses = Object.entries(byStatus) as [keyof typeof byStatus, number][];
  writeFields(
    sheet,
    statuses.map(([status, count]) => [STATUSES[status], number(count)]),
    reader,
  );
  const due: [Label, Cell][] = [
    [LABELS.overdueCount, number(overdue)],
    [LABELS.dueIn7Days, number(dueIn7Days)],
    [LABELS.dueIn30Days, number(dueIn30Days)],
  ];
  writeFields(sheet, due, reader);
  sheet.row([]);
}

/** A row with labels, and one with their values. */
function writeFields(sheet: Sheet, fields: readonly [Label, Cell][], reader: Reader): void {
  sheet
    .row([undefined, ...fields.map(([label]) => text(reader.label(label), 'label'))])
    .row([undefined, ...fields.map(([, value]) => value)]);
}

/** A description, or its first lines with a mark that it goes on below the table. */
function headerPartOf(description: string, { width }: Sheet): string {
  const lines = firstLines(description, width - 1, HEADER_DESCRIPTION_LINES);
  return lines === description ? description : `${lines.trimEnd()}…`;
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

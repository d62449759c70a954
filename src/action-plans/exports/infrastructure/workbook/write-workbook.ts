import { actionSheet } from './action-sheet.js';
import type { PlanAssembly } from './plan-parts.js';
import { Reader } from './reader.js';
import { actionSheetName } from './sheet-names.js';
import { summarySheet } from './summary-sheet.js';
import { writeXlsxFile } from './xlsx-file.js';

/** Writes the workbook of a plan to a file. It blocks: for worker threads. */
export function writeWorkbook({ plan, names }: PlanAssembly, language: string, path: string): void {
  const reader = new Reader(language, names);
  const sheetNames = plan.actions.map((action, index) =>
    actionSheetName(index + 1, reader.textOf(action.title), reader.labels.headings.action),
  );
  const sheets = [
    summarySheet(plan, sheetNames, reader),
    ...plan.actions.map((action, index) => actionSheet(action, sheetNames[index] ?? '', reader)),
  ];
  writeXlsxFile(sheets, reader.textOf(plan.title), path);
}

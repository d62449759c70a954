import type { WorkbookPlan } from '../../../index.js';
import type { ReaderLocale } from '../../application/export.ports.js';
import { actionSheet } from './action-sheet.js';
import { Reader } from './reader.js';
import { actionSheetName } from './sheet-names.js';
import { summarySheet } from './summary-sheet.js';
import { writeXlsxFile } from './xlsx-file.js';

/** Writes the workbook of a plan to a file. Blocks: for worker threads. */
export function writeWorkbook(plan: WorkbookPlan, locale: ReaderLocale, path: string): void {
  const reader = new Reader(locale, plan.names, new Date());
  const sheetNames = plan.actions.map((action, index) =>
    actionSheetName(index + 1, reader.textOf(action.title), reader.labels.headings.action),
  );
  const sheets = [
    summarySheet(plan, sheetNames, reader),
    ...plan.actions.map((action, index) => actionSheet(action, sheetNames[index] ?? '', reader)),
  ];
  writeXlsxFile(sheets, { title: reader.textOf(plan.title), formats: reader.formats }, path);
}

import type { WorkbookPlan } from '../../../index.js';
import type { ReaderLocale } from '../../application/export.ports.js';
import { actionSheet } from './action-sheet.js';
import { LABELS } from './labels.js';
import { Reader } from './reader.js';
import { actionSheetName } from './sheet-names.js';
import { summarySheet } from './summary-sheet.js';
import { xlsxFile } from './xlsx-file.js';

export interface WorkbookTask {
  readonly plan: WorkbookPlan;
  readonly locale: ReaderLocale;
}

/** The file of a plan's workbook. Takes seconds for a large plan: for worker threads. */
export default function writeWorkbook({ plan, locale }: WorkbookTask): Uint8Array {
  const reader = new Reader(locale, plan.names, new Date());
  const sheetNames = plan.actions.map((action, index) =>
    actionSheetName(index + 1, reader.textOf(action.title), reader.label(LABELS.action)),
  );
  const sheets = [
    summarySheet(plan, sheetNames, reader),
    ...plan.actions.map((action, index) => actionSheet(action, sheetNames[index] ?? '', reader)),
  ];
  return xlsxFile(sheets, { title: reader.textOf(plan.title), formats: reader.formats });
}

import { isRuler } from '../domain/row-rules.js';

/**
 * A value of a workbook that is no text: a day; a number of which digits are lost, or an error, as the workbook shows
 * it; a formula whose result the workbook does not have; a cell that is merged with another one, which has the value.
 */
export interface TypedCell {
  readonly kind: 'day' | 'lost-digits' | 'error' | 'uncalculated' | 'merged';
  /** `YYYY-MM-DD` for a day. */
  readonly text: string;
}

export type FileCell = string | TypedCell;

/** A row of a CSV file or a workbook. */
export interface FileRow {
  /** As a spreadsheet numbers it, from 1. */
  readonly line: number;
  readonly cells: readonly FileCell[];
}

/** The text of a cell as it is shown. */
export function shownText(cell: FileCell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

/** True for a cell that has a value which the file does not show. */
export function isUnknown(cell: FileCell | undefined): boolean {
  return typeof cell === 'object' && (cell.kind === 'merged' || cell.kind === 'uncalculated');
}

/** A row that has nothing but spaces. */
function isEmptyRow({ cells }: FileRow): boolean {
  return cells.every((cell) => shownText(cell).trim() === '' && !isUncalculated(cell));
}

/** A row that is empty, or a line between others. */
export function isNoRow(row: FileRow): boolean {
  return isEmptyRow(row) || isRuler(filledTexts(row));
}

/** The texts of the cells that are not empty. */
export function filledTexts({ cells }: FileRow): string[] {
  return cells.map((cell) => shownText(cell).trim()).filter((text) => text !== '');
}

function isUncalculated(cell: FileCell): boolean {
  return typeof cell === 'object' && cell.kind === 'uncalculated';
}

/** Reads workbooks. */
export abstract class WorkbookReader {
  /**
   * The rows of a sheet, in batches.
   * @param sheet - its name; the first visible one if absent
   * @throws {ListRefused}
   */
  abstract rows(pieces: AsyncIterable<Buffer>, sheet?: string): AsyncIterable<readonly FileRow[]>;
}

import { SSF, type CellObject } from 'xlsx';
import type { FileCell, FileRow } from '../../application/file-rows.js';
import { fileCellOf } from './workbook-cells.js';
import { cellText, TextParts, unreadable } from './workbook-parts.js';
import { attributeOf, type XmlHandler } from './xml-scanner.js';
import { WorkbookRefused } from './zip-parts.js';

/** The last row and column of a sheet, as the format has them: 1048576 and XFD. */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;

const MS_PER_DAY = 86_400_000;
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAYS_BEFORE_1904 = 1_462;
const ISO_DAY = 'yyyy-mm-dd';

/** Texts and formats that cells refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly string[];
  readonly uses1904: boolean;
  /** The workbook asks to be recalculated when it is opened: its results are not those that a spreadsheet shows. */
  readonly recalculates: boolean;
  readonly maxColumns: number;
  /** Longest row, in UTF-16 units, because many cells may name one long text. */
  readonly maxRowLength: number;
}

/** Follows a sheet. Only rows and cells that are in it are looked at. */
export class SheetReader implements XmlHandler {
  /** Rows that have ended, with a cell that is not empty. */
  rows: FileRow[] = [];
  /** True at the end of the sheet: one that ends before is cut. */
  isComplete = false;
  private isInCells = false;
  private areCellsRead = false;
  private line = 0;
  private column = 0;
  private length = 0;
  private cells: FileCell[] = [];
  private tag = '';
  private value = '';
  private isInValue = false;
  private hasFormula = false;
  private hasValue = false;
  private readonly inline = new TextParts();

  constructor(private readonly context: SheetContext) {}

  open(name: string, tag: string): void {
    if (name === 'sheetData') this.beginCells();
    if (!this.isInCells && (name === 'row' || name === 'c')) throw unreadable();
    if (!this.isInCells) return;
    if (name === 'c') this.beginCell(tag);
    else if (name === 'v') {
      this.isInValue = true;
      this.hasValue = true;
    } else if (name === 'f') this.hasFormula = true;
    else if (name === 'row') this.beginRow(attributeOf(tag, 'r'));
    else this.inline.open(name);
  }

  close(name: string): void {
    if (name === 'worksheet' && this.areCellsRead) this.isComplete = true;
    if (!this.isInCells) return;
    if (name === 'c') this.endCell();
    else if (name === 'v') this.isInValue = false;
    else if (name === 'row') this.endRow();
    else if (name === 'sheetData') {
      this.isInCells = false;
      this.areCellsRead = true;
    } else this.inline.close(name);
  }

  text(part: string): void {
    if (this.isInValue) {
      this.value += part;
      if (this.value.length > this.context.maxRowLength * 6) throw this.tooLong();
    } else if (this.isInCells) this.inline.add(part);
  }

  /** The rows since the last call. */
  take(): FileRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  private beginCells(): void {
    if (this.areCellsRead) throw unreadable();
    this.isInCells = true;
  }

  private beginRow(place: string | undefined): void {
    const line = place === undefined ? this.line + 1 : Number(place);
    // Rows in another order are no workbook: a spreadsheet repairs them.
    if (!Number.isInteger(line) || line <= this.line) throw unreadable();
    if (line > LAST_ROW)
      throw new WorkbookRefused('TOO_MANY', `must not have rows behind ${LAST_ROW}, the last one of a sheet`);
    this.line = line;
    this.column = 0;
    this.length = 0;
    this.cells = [];
  }

  private endRow(): void {
    if (this.cells.length > 0) this.rows.push({ line: this.line, cells: this.cells });
    this.cells = [];
  }

  private beginCell(tag: string): void {
    const place = attributeOf(tag, 'r');
    const column = place === undefined ? this.column + 1 : columnOf(place);
    if (column <= this.column) throw unreadable();
    this.column = column;
    this.tag = tag;
    this.value = '';
    this.isInValue = false;
    this.hasFormula = false;
    this.hasValue = false;
    this.inline.begin();
  }

  private endCell(): void {
    const cell = this.cell();
    const { maxColumns, maxRowLength } = this.context;
    // An empty text is a cell of the row, which may be merged with another one; a cell with a style alone is none.
    if (cell === '' && (this.column > maxColumns || attributeOf(this.tag, 't') === undefined)) return;
    if (this.column > maxColumns)
      throw new WorkbookRefused('TOO_MANY', `must have at most ${maxColumns} columns`);
    while (this.cells.length < this.column) this.cells.push('');
    this.cells[this.column - 1] = cell;
    this.length += typeof cell === 'string' ? cell.length : cell.text.length;
    if (this.length > maxRowLength) throw this.tooLong();
  }

  private tooLong(): WorkbookRefused {
    const message = `must have at most ${this.context.maxRowLength} characters in a row, which line ${this.line} exceeds`;
    return new WorkbookRefused('TOO_LARGE', message);
  }

  private cell(): FileCell {
    const type = attributeOf(this.tag, 't') ?? 'n';
    const { value, context } = this;
    if (this.hasFormula && (context.recalculates || (type === 'n' ? value === '' : !this.hasValue)))
      return UNCALCULATED;
    if (type === 'inlineStr') return this.inline.text();
    if (type === 'e') return { kind: 'error', text: cellText(value) };
    if (value === '') return '';
    if (type === 's') {
      const text = context.strings[Number(value)];
      if (text === undefined) throw unreadable();
      return text;
    }
    if (type === 'str') return cellText(value);
    if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
    return fileCellOf(this.number(type, value), context.uses1904);
  }

  private number(type: string, written: string): CellObject {
    const { formats, uses1904 } = this.context;
    const style = formats[Number(attributeOf(this.tag, 's') ?? 0)] ?? 'General';
    if (type !== 'd') {
      if (!NUMBER.test(written.trim())) throw unreadable();
      return numberOf(Number(written), style, uses1904);
    }
    const day = (Date.parse(written) - DAY_ZERO) / MS_PER_DAY - (uses1904 ? DAYS_BEFORE_1904 : 0);
    return numberOf(day, style === 'General' ? ISO_DAY : style, uses1904);
  }
}

/** A number as XML Schema writes it. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const UNCALCULATED: FileCell = { kind: 'uncalculated', text: '' };

function numberOf(v: number, z: string, uses1904: boolean): CellObject {
  if (!Number.isFinite(v)) throw unreadable();
  return {
    ...{ t: 'n', v, z },
    get w() {
      return z === 'General' ? generalText(v) : shown(v, z, uses1904);
    },
  };
}

function generalText(v: number): string {
  return Number.isInteger(v) && Math.abs(v) < 1e11 ? String(v) : shown(v, 'General', false);
}

/** The number itself where its format cannot be read. */
function shown(v: number, z: string, uses1904: boolean): string {
  try {
    return (SSF as unknown as Formatter).format(z, v, { date1904: uses1904 });
  } catch {
    return String(v);
  }
}

interface Formatter {
  readonly format: (format: string, value: number, options: { readonly date1904: boolean }) => string;
}

/** The number of a column from a reference like `AB12`, from 1. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < 4; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1) throw unreadable();
  if (column > LAST_COLUMN)
    throw new WorkbookRefused('TOO_MANY', 'must not have columns behind XFD, the last one of a sheet');
  return column;
}

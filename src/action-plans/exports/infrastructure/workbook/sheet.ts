import { utils, type DenseWorkSheet, type Range, type RowInfo } from 'xlsx';
import { text, type Cell } from './cells.js';
import { rowHeight, rowsOf } from './row-height.js';

/** A sheet that is built row by row. */
export class Sheet {
  private readonly rows: Cell[][] = [];
  private readonly heights: RowInfo[] = [];
  private readonly merges: Range[] = [];
  private filteredFrom: number | undefined;
  private filteredTo: number | undefined;
  /** Number of frozen rows; xlsx cannot write it. */
  frozenRows = 0;

  /** @param widths - of the columns, in digits */
  constructor(
    readonly name: string,
    private readonly widths: readonly number[],
  ) {}

  /** A row with the height that its texts need. A text that is higher than a row may be goes on in further rows. */
  row(cells: Cell[]): this {
    const isFiltered = this.filteredFrom !== undefined && this.filteredTo === undefined;
    for (const row of rowsOf(cells, this.widths, isFiltered)) this.push(row, rowHeight(row, this.widths));
    return this;
  }

  /** A row with one text in all columns, or several. */
  wideRow(cell: Cell): this {
    for (const row of rowsOf([cell], [this.width])) {
      this.merges.push(this.range(this.rows.length, this.rows.length));
      this.push(row, rowHeight(row, [this.width]));
    }
    return this;
  }

  /** Of all columns, in digits. */
  get width(): number {
    return this.widths.reduce((sum, one) => sum + one, 0);
  }

  headings(headings: readonly string[]): this {
    return this.row(headings.map((heading) => text(heading, 'heading')));
  }

  /** Headings of the last table of the sheet, with a filter. */
  filteredHeadings(headings: readonly string[]): this {
    this.filteredFrom = this.rows.length;
    return this.headings(headings);
  }

  /** Ends the table with a filter; it fills the rest of the sheet otherwise. */
  endFilter(): this {
    this.filteredTo = this.rows.length - 1;
    return this;
  }

  /** Freezes the rows so far. */
  freeze(): this {
    this.frozenRows = this.rows.length;
    return this;
  }

  /** From the first to the last cell with a percentage, all of one column; xlsx cannot write their bars. */
  get percentages(): string | undefined {
    const cells = this.rows.flatMap((cells, r) => {
      const c = cells.findIndex((cell) => cell?.z === 'percent');
      return c === -1 ? [] : [{ r, c }];
    });
    const [s] = cells;
    const e = cells.at(-1);
    return s && e && utils.encode_range({ s, e });
  }

  /** The sheet as xlsx takes it. */
  toWorksheet(): DenseWorkSheet {
    const last = this.rows.length - 1;
    const filtered = this.filteredFrom;
    return {
      // Holes are read like empty cells.
      '!data': this.rows as DenseWorkSheet['!data'],
      '!ref': utils.encode_range(this.range(0, last)),
      '!cols': this.widths.map((wch) => ({ wch })),
      '!rows': this.heights,
      '!merges': this.merges,
      ...(filtered !== undefined && {
        '!autofilter': { ref: utils.encode_range(this.range(filtered, this.filteredTo ?? last)) },
      }),
    };
  }

  /** Rows with all of their columns. */
  private range(first: number, last: number): Range {
    return { s: { r: first, c: 0 }, e: { r: last, c: this.widths.length - 1 } };
  }

  private push(cells: Cell[], heightPt: number | undefined): this {
    if (heightPt !== undefined) this.heights[this.rows.length] = { hpt: heightPt };
    this.rows.push(cells);
    return this;
  }
}

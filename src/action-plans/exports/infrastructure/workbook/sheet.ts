import { utils, type DenseWorkSheet, type Range, type RowInfo } from 'xlsx';
import { text, type Cell } from './cells.js';
import { rowHeight } from './row-height.js';

/** A sheet that is built row by row. */
export class Sheet {
  private readonly rows: Cell[][] = [];
  private readonly heights: RowInfo[] = [];
  private readonly merges: Range[] = [];
  private filteredFrom: number | undefined;
  /** Number of frozen rows; xlsx cannot write it. */
  frozenRows = 0;

  /** @param widths - of the columns, in characters */
  constructor(
    readonly name: string,
    private readonly widths: readonly number[],
  ) {}

  /** A row with the height that its texts need. */
  row(cells: Cell[]): this {
    return this.push(cells, rowHeight(cells, this.widths));
  }

  /** A row with one text in all columns. */
  wideRow(cell: Cell, maxHeightPt = Infinity): this {
    this.merges.push(this.range(this.rows.length, this.rows.length));
    const width = this.widths.reduce((sum, one) => sum + one, 0);
    const height = rowHeight([cell], [width]);
    return this.push([cell], height && Math.min(maxHeightPt, height));
  }

  headings(headings: readonly string[]): this {
    return this.row(headings.map((heading) => text(heading, 'heading')));
  }

  /** Headings of the table that fills the rest of the sheet, with a filter. */
  filteredHeadings(headings: readonly string[]): this {
    this.filteredFrom = this.rows.length;
    return this.headings(headings);
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
        '!autofilter': { ref: utils.encode_range(this.range(filtered, last)) },
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

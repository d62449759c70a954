import { utils, type DenseWorkSheet } from 'xlsx';
import { text, type Cell } from './cells.js';
import { rowHeight } from './row-height.js';
import { TITLE_FONT_PT } from './styles.js';

const TITLE_PT = 24;

/** A sheet that is built row by row. */
export class Sheet {
  private readonly rows: Cell[][] = [];
  private readonly heights: { hpt: number }[] = [];
  private readonly merges: { row: number; columns: number }[] = [];
  private readonly bars: { column: number; first: number; last: number }[] = [];
  private filter: { row: number; columns: number } | undefined;
  private frozen = 0;

  /** @param widths - of the columns, in characters */
  constructor(
    readonly name: string,
    private readonly widths: readonly number[],
  ) {}

  /** A row with the height that its texts need. */
  row(cells: Cell[]): this {
    return this.push(cells, rowHeight(cells, this.widths));
  }

  /**
   * A row with a title in its last cell.
   * @param columns - merged for the title, from the first; without, none are
   */
  titleRow(cells: Cell[], columns?: number): this {
    if (columns !== undefined) this.merge(columns);
    const widths = columns === undefined ? this.widths : [this.widthOf(columns)];
    const height = rowHeight(cells, widths, TITLE_FONT_PT);
    return this.push(cells, Math.max(TITLE_PT, height ?? 0));
  }

  /** A row with one text in the merged first columns. */
  wideRow(cell: Cell, columns: number, maxHeightPt: number): this {
    this.merge(columns);
    const height = rowHeight([cell], [this.widthOf(columns)]);
    return this.push([cell], height && Math.min(maxHeightPt, height));
  }

  headings(headings: readonly string[]): this {
    return this.row(headings.map((heading) => text(heading, 'heading')));
  }

  /** Headings of the table that fills the rest of the sheet, with a filter. */
  filteredHeadings(headings: readonly string[]): this {
    this.filter = { row: this.rows.length, columns: headings.length };
    return this.headings(headings);
  }

  /** Freezes the rows so far. */
  freeze(): this {
    this.frozen = this.rows.length;
    return this;
  }

  /** The ranges of cells that show a percentage; xlsx cannot write their bars. */
  get barRefs(): string[] {
    return this.bars.map(({ column, first, last }) =>
      utils.encode_range({ s: { r: first, c: column }, e: { r: last, c: column } }),
    );
  }

  /** Number of frozen rows; xlsx cannot write it. */
  get frozenRows(): number {
    return this.frozen;
  }

  /** Range of the filter; undefined when there is nothing to filter. */
  get filterRef(): string | undefined {
    if (!this.filter || this.filter.row >= this.rows.length - 1) return undefined;
    const { row, columns } = this.filter;
    return utils.encode_range({ s: { r: row, c: 0 }, e: { r: this.rows.length - 1, c: columns - 1 } });
  }

  /** The sheet as xlsx takes it. */
  toWorksheet(): DenseWorkSheet {
    const last = { r: this.rows.length - 1, c: this.widths.length - 1 };
    const filterRef = this.filterRef;
    return {
      // Holes are read like empty cells.
      '!data': this.rows as DenseWorkSheet['!data'],
      '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: last }),
      '!cols': this.widths.map((wch) => ({ wch })),
      '!rows': this.heights,
      '!merges': this.merges.map(({ row, columns }) => ({
        s: { r: row, c: 0 },
        e: { r: row, c: columns - 1 },
      })),
      ...(filterRef !== undefined && { '!autofilter': { ref: filterRef } }),
    };
  }

  private merge(columns: number): void {
    this.merges.push({ row: this.rows.length, columns });
  }

  private widthOf(columns: number): number {
    return this.widths.slice(0, columns).reduce((sum, one) => sum + one, 0);
  }

  private push(cells: Cell[], heightPt: number | undefined): this {
    if (heightPt !== undefined) this.heights[this.rows.length] = { hpt: heightPt };
    this.addBar(cells.findIndex((cell) => cell?.z === 'percent'));
    this.rows.push(cells);
    return this;
  }

  private addBar(column: number): void {
    if (column === -1) return;
    const row = this.rows.length;
    const previous = this.bars.at(-1);
    if (previous?.column === column && previous.last === row - 1) previous.last = row;
    else this.bars.push({ column, first: row, last: row });
  }
}

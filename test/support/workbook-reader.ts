import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import { CFB } from 'xlsx';

/** A sheet as another program than the writer reads it. */
export class SheetReading {
  constructor(
    readonly sheet: ExcelJS.Worksheet,
    private readonly xml: string,
  ) {}

  get name(): string {
    return this.sheet.name;
  }

  /** The cell below or beside the first one that says the text. */
  cellBeside(text: string, { right = 0, down = 0 }: { right?: number; down?: number }): ExcelJS.Cell {
    const found = this.cells().find((cell) => cell.text === text);
    if (!found) throw new Error(`No cell of ${this.name} says ${text}.`);
    return this.sheet.getCell(Number(found.row) + down, Number(found.col) + right);
  }

  /** Rows from the one below a heading to the next empty one, as texts. */
  table(heading: string): string[][] {
    const found = this.cells().find((cell) => cell.text === heading && cell.font.color?.argb === 'FFFFFFFF');
    if (!found) throw new Error(`No heading of ${this.name} says ${heading}.`);
    const rows: string[][] = [];
    for (let number = Number(found.row) + 1; number <= this.sheet.rowCount; number++) {
      const row = this.sheet.getRow(number);
      if (!row.hasValues) break;
      rows.push(Array.from({ length: this.sheet.columnCount }, (_, index) => row.getCell(index + 1).text));
    }
    return rows;
  }

  /** Targets of links within the workbook, by the address of the cell; exceljs reads links to the web only. */
  links(): Record<string, string> {
    const links = this.xml.matchAll(/<hyperlink ref="(\w+)" location="([^"]*)"/g);
    return Object.fromEntries(
      [...links].map(([, ref, location]) => [ref, location!.replaceAll('&apos;', "'")]),
    );
  }

  cells(): ExcelJS.Cell[] {
    const cells: ExcelJS.Cell[] = [];
    this.sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell)));
    return cells;
  }
}

/** Opens a workbook with exceljs. */
export async function readWorkbook(path: string): Promise<SheetReading[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const { FileIndex, FullPaths } = CFB.read(await readFile(path), { type: 'buffer' }) as ZipReading;
  const parts = new Map(FullPaths.map((name, index) => [name, FileIndex[index]!.content]));
  return workbook.worksheets.map((sheet, index) => {
    const part = parts.get(`Root Entry/xl/worksheets/sheet${index + 1}.xml`);
    return new SheetReading(sheet, part!.toString());
  });
}

interface ZipReading {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly { readonly content: Buffer }[];
}

/** A sheet without the values of its plan. */
export interface SheetLayout {
  readonly name: string;
  /** In characters. */
  readonly widths: readonly (number | null)[];
  /** A line for each row that is not empty: headings and labels with their colours, and the formats of values. */
  readonly rows: readonly string[];
}

/** The layout of a workbook, which is the same for the same plan on every day. */
export async function layoutOf(path: string): Promise<SheetLayout[]> {
  return (await readWorkbook(path)).map(({ sheet }) => {
    const rows: string[] = [];
    sheet.eachRow((row, number) => {
      const cells: string[] = [];
      row.eachCell((cell) => cells.push(`${cell.address} ${lookOf(cell)}`));
      if (cells.length > 0) rows.push(`${number}: ${cells.join(', ')}`);
    });
    const columns = Array.from({ length: sheet.columnCount }, (_, index) => sheet.getColumn(index + 1));
    return { name: sheet.name, widths: columns.map(({ width }) => width ?? null), rows };
  });
}

/** Headings and labels are bold. */
function lookOf({ text, style: { font, fill, numFmt } }: ExcelJS.Cell): string {
  if (!font?.bold) return `(${numFmt ?? 'General'})`;
  const colour = fill?.type === 'pattern' ? fill.fgColor?.argb : undefined;
  return colour === undefined ? text : `${text} on ${colour}`;
}

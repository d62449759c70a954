import { CFB, utils, write, type DefinedName, type WorkBook } from 'xlsx';
import type { Sheet } from './sheet.js';
import { styleSheet } from './styles.js';
import { ZipFile } from './zip-file.js';

const STYLES_PART = 'xl/styles.xml';
const SHEET_PART = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const PLAIN_VIEW = '<sheetView workbookViewId="0"/>';
/** A sheet is printed across, all its columns on one page; the parts of a sheet have a fixed order. */
const BEFORE_DIMENSION = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const DIMENSION = '<dimension ';
const BEFORE_IGNORED_ERRORS = '<pageSetup orientation="landscape" fitToHeight="0"/>';
const IGNORED_ERRORS = '<ignoredErrors>';

/** The functions through which xlsx collects the parts of a file before it packs them. */
interface PartCollector {
  cfb_add: (container: unknown, name: string, content: Buffer) => void;
}
const collector = (CFB as { utils: PartCollector }).utils;

/**
 * Writes a workbook to a file. It blocks: for worker threads.
 *
 * xlsx makes the parts; each goes into the file as soon as it is made. Its own packing keeps all of them in memory,
 * searches the earlier ones for every new one (5 s for 1,000 sheets) and has no place for what xlsx cannot write:
 * frozen rows, how to print, and looks (see `styles.ts`).
 * @param title - of the document, in its properties
 */
export function writeXlsxFile(sheets: readonly Sheet[], title: string, path: string): void {
  const zip = ZipFile.create(path);
  try {
    const parts = collectParts(workbook(sheets, title), (name, content) => {
      zip.add(name, complete(name, content, sheets));
    });
    if (parts < sheets.length) throw new Error('xlsx packed the file in a way that is not known.');
    zip.finish();
  } finally {
    zip.close();
  }
}

function workbook(sheets: readonly Sheet[], title: string): WorkBook {
  return {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, sheet.toWorksheet()])),
    Props: { Title: title },
    // xlsx would add them itself, but visible to people.
    Workbook: { Names: sheets.flatMap(filterName) },
  };
}

function filterName({ name, filterRef }: Sheet, index: number): (DefinedName & { Hidden: boolean })[] {
  if (filterRef === undefined) return [];
  const { s, e } = utils.decode_range(filterRef);
  const absolute = [s, e].map(({ r, c }) => `$${utils.encode_col(c)}$${r + 1}`).join(':');
  const Ref = `'${name.replaceAll("'", "''")}'!${absolute}`;
  return [{ Name: '_xlnm._FilterDatabase', Sheet: index, Ref, Hidden: true }];
}

/** Lets xlsx make the parts of a file and passes each on. Returns how many there were. */
function collectParts(book: WorkBook, take: (name: string, content: Buffer) => void): number {
  const original = collector.cfb_add;
  let parts = 0;
  collector.cfb_add = (_container, name, content) => {
    take(name, content);
    parts++;
  };
  try {
    write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true });
  } finally {
    collector.cfb_add = original;
  }
  return parts;
}

/** Adds to a part what xlsx cannot write. */
function complete(name: string, content: Buffer, sheets: readonly Sheet[]): Buffer {
  if (name === STYLES_PART) return Buffer.from(styleSheet(content.toString()));
  const number = SHEET_PART.exec(name)?.[1];
  if (number === undefined) return content;
  const index = Number(number) - 1;
  const view = sheetView(sheets[index]?.frozenRows ?? 0, index === 0);
  return spliced(content, [
    { before: content.indexOf(DIMENSION), insert: BEFORE_DIMENSION },
    { before: content.indexOf(PLAIN_VIEW), insert: view, skip: PLAIN_VIEW.length },
    { before: content.lastIndexOf(IGNORED_ERRORS), insert: BEFORE_IGNORED_ERRORS },
  ]);
}

interface Splice {
  readonly before: number;
  readonly insert: string;
  readonly skip?: number;
}

/** Puts texts into a part, in one copy of it: a sheet may have megabytes. */
function spliced(content: Buffer, splices: readonly Splice[]): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { before, insert, skip = 0 } of splices) {
    if (before < from) throw new Error('xlsx wrote a sheet in a way that is not known.');
    pieces.push(content.subarray(from, before), Buffer.from(insert));
    from = before + skip;
  }
  return Buffer.concat([...pieces, content.subarray(from)]);
}

function sheetView(frozenRows: number, selected: boolean): string {
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>` +
        `<selection pane="bottomLeft" activeCell="A${frozenRows + 1}" sqref="A${frozenRows + 1}"/>`
      : '';
  return `<sheetView showGridLines="0"${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView>`;
}

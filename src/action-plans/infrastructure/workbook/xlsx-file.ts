import { CFB, utils, write, type DefinedName, type WorkBook } from 'xlsx';
import type { Sheet } from './sheet.js';
import { styleSheet } from './styles.js';
import { ZipFile } from './zip-file.js';

const STYLES_PART = 'xl/styles.xml';
const SHEET_PART = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const PLAIN_VIEW = '<sheetView workbookViewId="0"/>';

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
 * frozen rows and looks (see `styles.ts`).
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
  const at = content.indexOf(PLAIN_VIEW);
  if (at < 0) throw new Error('xlsx wrote a sheet in a way that is not known.');
  const view = Buffer.from(sheetView(sheets[index]?.frozenRows ?? 0, index === 0));
  return Buffer.concat([content.subarray(0, at), view, content.subarray(at + PLAIN_VIEW.length)]);
}

function sheetView(frozenRows: number, selected: boolean): string {
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>` +
        `<selection pane="bottomLeft" activeCell="A${frozenRows + 1}" sqref="A${frozenRows + 1}"/>`
      : '';
  return `<sheetView showGridLines="0"${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView>`;
}

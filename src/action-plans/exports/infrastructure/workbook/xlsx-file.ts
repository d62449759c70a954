import { writeFileSync } from 'node:fs';
import { strFromU8, strToU8, zipSync, type Unzipped } from 'fflate';
import type { Sheet } from './sheet.js';
import { styleSheet } from './styles.js';
import { xlsxParts } from './xlsx-parts.js';

const STYLES_PART = 'xl/styles.xml';
/** The first day of the format: equal contents give equal files. */
const ZIP_TIME = new Date(1980, 0, 1);

/** What is replaced in the XML of a sheet that xlsx wrote; each occurs once, since texts have no `<` there. */
const DIMENSION = '<dimension ';
const VIEW = '<sheetView workbookViewId="0"/>';
const IGNORED_ERRORS = '<ignoredErrors>';

/**
 * Writes a workbook to a file. Blocks: for worker threads.
 *
 * xlsx writes the file. What its community edition cannot write is added to the finished archive: frozen rows, the
 * print set-up and the styles (see `styles.ts`).
 * @param title - of the document, in its properties
 */
export function writeXlsxFile(sheets: readonly Sheet[], title: string, path: string): void {
  const parts = xlsxParts(sheets, title);
  edit(parts, STYLES_PART, styleSheet);
  for (const [index, sheet] of sheets.entries()) {
    edit(parts, `xl/worksheets/sheet${index + 1}.xml`, (xml) => completeSheet(xml, sheet, index === 0));
  }
  // Only its owner may read it, and it is on the disk when this returns.
  writeFileSync(path, zipSync(parts, { mtime: ZIP_TIME }), { mode: 0o600, flush: true });
}

function edit(parts: Unzipped, name: string, change: (xml: string) => string): void {
  const part = parts[name];
  if (!part) throw new Error(`xlsx wrote no ${name}.`);
  parts[name] = strToU8(change(strFromU8(part)));
}

/** The elements of a sheet have a fixed order. Printed in landscape, with all columns on one page. */
function completeSheet(xml: string, { frozenRows }: Sheet, isSelected: boolean): string {
  const fitToPage = `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${DIMENSION}`;
  const pageSetup = `<pageSetup orientation="landscape" fitToHeight="0"/>${IGNORED_ERRORS}`;
  const withView = replaced(xml, VIEW, sheetView(frozenRows, isSelected));
  return replaced(replaced(withView, DIMENSION, fitToPage), IGNORED_ERRORS, pageSetup);
}

function replaced(xml: string, part: string, replacement: string): string {
  if (!xml.includes(part)) throw new Error(`xlsx wrote a sheet without ${part}.`);
  return xml.replace(part, replacement);
}

function sheetView(frozenRows: number, isSelected: boolean): string {
  const top = `A${frozenRows + 1}`;
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="${top}" activePane="bottomLeft" state="frozen"/>` +
        `<selection pane="bottomLeft" activeCell="${top}" sqref="${top}"/>`
      : '';
  return `<sheetView showGridLines="0"${isSelected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView>`;
}

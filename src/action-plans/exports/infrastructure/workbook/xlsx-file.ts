import { writeFileSync } from 'node:fs';
import { strFromU8, strToU8, zipSync, type Unzipped } from 'fflate';
import type { Sheet } from './sheet.js';
import { styleSheet, type WorkbookFormats } from './styles.js';
import { xlsxParts } from './xlsx-parts.js';

const STYLES_PART = 'xl/styles.xml';
/** The first day of the format: equal contents give equal files. */
const ZIP_TIME = new Date(1980, 0, 1);

/** A4. In inches: less than the default, so that the columns are larger in print. */
const PAGE =
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>';

/** What is replaced in the XML of a sheet that xlsx wrote; each occurs once, since texts have no `<` there. */
const DIMENSION = '<dimension ';
const VIEW = '<sheetView workbookViewId="0"/>';
const IGNORED_ERRORS = '<ignoredErrors>';
/** What follows conditional formats. */
const AFTER_FORMATS = /<hyperlinks>|<pageMargins /;

/**
 * Writes a workbook to a file. Blocks: for worker threads.
 *
 * xlsx writes the file. What its community edition cannot write is added to the finished archive: frozen rows, the
 * print set-up, the bars of percentages and the styles (see `styles.ts`).
 * @param title - of the document, in its properties
 */
export function writeXlsxFile(
  sheets: readonly Sheet[],
  { title, formats }: { title: string; formats: WorkbookFormats },
  path: string,
): void {
  const parts = xlsxParts(sheets, title);
  edit(parts, STYLES_PART, (written) => styleSheet(written, formats));
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
function completeSheet(xml: string, { frozenRows, barRefs }: Sheet, isSelected: boolean): string {
  const fitToPage = `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${DIMENSION}`;
  const withView = replaced(xml, VIEW, sheetView(frozenRows, isSelected));
  const withPage = replaced(replaced(withView, DIMENSION, fitToPage), IGNORED_ERRORS, PAGE + IGNORED_ERRORS);
  return withPage.replace(AFTER_FORMATS, (next) => bars(barRefs) + next);
}

function replaced(xml: string, part: string, replacement: string): string {
  if (!xml.includes(part)) throw new Error(`xlsx wrote a sheet without ${part}.`);
  return xml.replace(part, replacement);
}

/** Bars from 0 to 100 %. */
function bars(refs: readonly string[]): string {
  if (refs.length === 0) return '';
  return (
    `<conditionalFormatting sqref="${refs.join(' ')}"><cfRule type="dataBar" priority="1">` +
    '<dataBar minLength="0" maxLength="100"><cfvo type="num" val="0"/><cfvo type="num" val="1"/>' +
    '<color rgb="FF9BC2E6"/></dataBar></cfRule></conditionalFormatting>'
  );
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

import { strFromU8, strToU8, unzipSync, zipSync, type Unzipped } from 'fflate';
import { CFB, write } from 'xlsx';
import type { Sheet } from './sheet.js';
import { styleSheet, type WorkbookFormats } from './styles.js';

/** A4. In inches: less than the default, so that the columns are larger in print. */
const PAGE =
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>';

type AddPart = (archive: object, name: string, content: unknown, options?: { unsafe: boolean }) => unknown;

/**
 * xlsx looks through all parts before it adds one, which takes longer than everything else for a thousand sheets. Its
 * own option leaves that out: it never adds a part twice.
 */
const { utils } = CFB as { utils: { cfb_add: AddPart } };
const addPart = utils.cfb_add;
utils.cfb_add = (archive, name, content) => addPart(archive, name, content, { unsafe: true });

/**
 * A workbook file. xlsx writes it; what its community edition cannot write is added to the finished archive: frozen
 * rows, the print set-up, the bars of percentages and the styles (see `styles.ts`).
 * @param title - of the document, in its properties
 */
export function xlsxFile(
  sheets: readonly Sheet[],
  { title, formats }: { title: string; formats: WorkbookFormats },
): Uint8Array {
  const workbook = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, sheet.toWorksheet()])),
    Props: { Title: title },
    Workbook: { Names: sheets.map(repeatedRow) },
  };
  const parts = unzipSync(write(workbook, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer);
  edit(parts, 'xl/styles.xml', (written) => styleSheet(written, formats));
  for (const [index, sheet] of sheets.entries()) {
    edit(parts, `xl/worksheets/sheet${index + 1}.xml`, (xml) => completeSheet(xml, sheet));
  }
  return zipSync(parts);
}

/** The last frozen row is printed on every page. */
function repeatedRow(
  { name, frozenRows }: Sheet,
  index: number,
): { Name: string; Sheet: number; Ref: string } {
  return { Name: '_xlnm.Print_Titles', Sheet: index, Ref: `'${name}'!$${frozenRows}:$${frozenRows}` };
}

function edit(parts: Unzipped, name: string, change: (xml: string) => string): void {
  parts[name] = strToU8(change(strFromU8(parts[name] ?? new Uint8Array())));
}

/** Adds elements at their places, whose order is fixed. Texts are in another part, so each place occurs once. */
function completeSheet(xml: string, { frozenRows, percentages }: Sheet): string {
  return xml
    .replace('<dimension ', '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>$&')
    .replace(
      '<sheetView workbookViewId="0"/>',
      '<sheetView showGridLines="0" workbookViewId="0">' +
        `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>` +
        '</sheetView>',
    )
    .replace(/<hyperlinks>|<ignoredErrors>/, `${bars(percentages)}$&`)
    .replace('<ignoredErrors>', `${PAGE}$&`);
}

/** Bars from 0 to 100 %. */
function bars(cells: string | undefined): string {
  if (cells === undefined) return '';
  return (
    `<conditionalFormatting sqref="${cells}"><cfRule type="dataBar" priority="1">` +
    '<dataBar minLength="0" maxLength="100"><cfvo type="num" val="0"/><cfvo type="num" val="1"/>' +
    '<color rgb="FF9BC2E6"/></dataBar></cfRule></conditionalFormatting>'
  );
}

import { strToU8, Zip, ZipDeflate } from 'fflate';

/** The media type of workbooks. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Every other file of XML is a sheet, so that the types come before it is known how many there are. */
const TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`;

/** Style 1 is that of texts, so that editing a cell does not turn it into a number. */
const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

const RELATIONSHIPS =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const PANE = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
const VIEWS = `<sheetViews><sheetView workbookViewId="0">${PANE}</sheetView></sheetViews>`;

/** Writes a workbook with sheets of texts in constant memory, while its rows come. */
export class XlsxStream {
  private readonly zip: Zip;
  private readonly names: string[] = [];
  private sheet: ZipDeflate;
  private chunks: Uint8Array[] = [];
  private rows = 0;

  /** @param name - of the first sheet */
  constructor(name: string) {
    this.zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.chunks.push(chunk);
    });
    this.add('[Content_Types].xml', TYPES);
    this.add('_rels/.rels', RELATIONSHIPS);
    this.add('xl/styles.xml', STYLES);
    this.sheet = this.beginSheet(name);
  }

  /** Ends a sheet, and begins another one with a name of at most 31 characters. */
  addSheet(name: string): void {
    this.endSheet();
    this.sheet = this.beginSheet(name);
  }

  /** @returns the bytes of the file that are known now */
  push(rows: readonly (readonly string[])[]): Uint8Array {
    const xml = rows.map((cells) => `<row r="${++this.rows}">${cells.map(cellXml).join('')}</row>`);
    this.sheet.push(strToU8(xml.join('')));
    return this.take();
  }

  /** @returns the rest of the file */
  end(): Uint8Array {
    this.endSheet();
    this.add('xl/workbook.xml', workbookXml(this.names));
    this.add('xl/_rels/workbook.xml.rels', sheetRelationships(this.names.length));
    this.zip.end();
    return this.take();
  }

  private beginSheet(name: string): ZipDeflate {
    this.names.push(name);
    this.rows = 0;
    const sheet = new ZipDeflate(`xl/worksheets/sheet${this.names.length}.xml`, { level: 6 });
    this.zip.add(sheet);
    sheet.push(strToU8(`${HEADER}<worksheet xmlns="${MAIN}">${VIEWS}<sheetData>`));
    return sheet;
  }

  private endSheet(): void {
    this.sheet.push(strToU8('</sheetData></worksheet>'), true);
  }

  private add(name: string, content: string): void {
    const file = new ZipDeflate(name);
    this.zip.add(file);
    file.push(strToU8(HEADER + content), true);
  }

  private take(): Uint8Array {
    const bytes = Buffer.concat(this.chunks);
    this.chunks = [];
    return bytes;
  }
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function sheetRelationships(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return `<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}${styles}</Relationships>`;
}

function cellXml(text: string): string {
  if (text === '') return '<c s="1"/>';
  return `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot have, or would change, as `_xHHHH_`; a text that looks like that is escaped itself. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, (character) => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });
}

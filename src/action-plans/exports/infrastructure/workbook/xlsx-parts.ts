import { strFromU8, strToU8, unzipSync, type Unzipped } from 'fflate';
import { utils, write, type DefinedName, type WorkBook } from 'xlsx';
import type { Sheet } from './sheet.js';
import { STYLE_NAMES } from './styles.js';

/**
 * The packing of xlsx takes time that is quadratic in the number of sheets (1 s of a core for 1,000), so more sheets are
 * written as several workbooks, whose archives are merged.
 */
const SHEETS_PER_BOOK = 100;

/** First sheet of each workbook, removed by the merge: it makes xlsx number the styles alike in all of them. */
const PALETTE = 'styles';

type DefinedNameOfSheet = DefinedName & { Hidden?: boolean };

const OPTIONS = { type: 'buffer', bookType: 'xlsx', bookSST: true } as const;

const WORKSHEET = 'xl/worksheets/sheet';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
const SHEET_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';

/** The parts of a workbook file, by name, as xlsx writes them. */
export function xlsxParts(sheets: readonly Sheet[], title: string): Unzipped {
  const merged = new MergedParts();
  for (let first = 0; first < sheets.length; first += SHEETS_PER_BOOK) {
    const some = sheets.slice(first, first + SHEETS_PER_BOOK);
    merged.add(unzipSync(write(workbook(some, title), OPTIONS) as Buffer), some.length);
  }
  return merged.finish();
}

/** Parts of several workbooks as those of one. Sheets are renumbered, shared strings concatenated. */
class MergedParts {
  private readonly parts: Unzipped = {};
  /** `name` attributes of the sheets. */
  private readonly names: string[] = [];
  private readonly definedNames: string[] = [];
  private readonly strings: string[] = [];
  private references = 0;
  private stringCount = 0;

  add(parts: Unzipped, sheetCount: number): void {
    const first = this.names.length;
    const text = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
    for (let number = 1; number <= sheetCount; number++) {
      const xml = text(`${WORKSHEET}${number + 1}.xml`);
      this.parts[`${WORKSHEET}${first + number}.xml`] = strToU8(withStringsFrom(xml, this.stringCount));
    }
    this.addStrings(text('xl/sharedStrings.xml'));
    this.addNames(text('xl/workbook.xml'), first);
    if (first === 0) Object.assign(this.parts, withoutSheets(parts));
  }

  finish(): Unzipped {
    const list = (element: (number: number) => string): string =>
      this.names.map((_, index) => element(index + 1)).join('');
    this.replace(
      'xl/workbook.xml',
      /<sheets>.*<\/sheets>(<definedNames>.*<\/definedNames>)?/s,
      `<sheets>${list((n) => `<sheet ${this.names[n - 1] ?? ''} sheetId="${n}" r:id="sheet${n}"/>`)}</sheets>` +
        (this.definedNames.length > 0 ? `<definedNames>${this.definedNames.join('')}</definedNames>` : ''),
    );
    this.replace(
      'xl/_rels/workbook.xml.rels',
      /(<Relationship Id="rId\d+" Type="[^"]*\/worksheet" Target="[^"]*"\/>)+/,
      list(
        (n) => `<Relationship Id="sheet${n}" Type="${SHEET_RELATION}" Target="worksheets/sheet${n}.xml"/>`,
      ),
    );
    this.replace(
      '[Content_Types].xml',
      /(<Override PartName="\/xl\/worksheets\/[^"]*" ContentType="[^"]*"\/>)+/,
      list((n) => `<Override PartName="/${WORKSHEET}${n}.xml" ContentType="${SHEET_TYPE}"/>`),
    );
    this.replace(
      'xl/sharedStrings.xml',
      / count=.*<\/sst>/s,
      ` count="${this.references}" uniqueCount="${this.stringCount}">${this.strings.join('')}</sst>`,
    );
    // An optional list of the sheets.
    this.replace('docProps/app.xml', /<HeadingPairs>.*<\/TitlesOfParts>/s, '');
    return this.parts;
  }

  private addStrings(xml: string): void {
    this.references += Number(/ count="(\d+)"/.exec(xml)?.[1]);
    this.stringCount += Number(/ uniqueCount="(\d+)"/.exec(xml)?.[1]);
    this.strings.push(xml.slice(xml.indexOf('<si>'), xml.lastIndexOf('</sst>')));
  }

  private addNames(xml: string, first: number): void {
    const [, ...names] = [...xml.matchAll(/<sheet (name="[^"]*")/g)].map(([, name = '']) => name);
    this.names.push(...names);
    for (const [definedName] of xml.matchAll(/<definedName .*?<\/definedName>/gs)) {
      this.definedNames.push(
        definedName.replace(/(?<=localSheetId=")\d+/, (id) => String(Number(id) - 1 + first)),
      );
    }
  }

  private replace(name: string, place: RegExp, content: string): void {
    const xml = strFromU8(this.parts[name] ?? new Uint8Array());
    if (!place.test(xml)) throw new Error(`xlsx wrote ${name} in an unknown way.`);
    this.parts[name] = strToU8(xml.replace(place, () => content));
  }
}

function workbook(sheets: readonly Sheet[], title: string): WorkBook {
  const palette = {
    '!data': [STYLE_NAMES.map((name) => ({ t: 's' as const, v: '', z: name }))],
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: 0, c: STYLE_NAMES.length - 1 } }),
  };
  return {
    SheetNames: [PALETTE, ...sheets.map(({ name }) => name)],
    Sheets: {
      [PALETTE]: palette,
      ...Object.fromEntries(sheets.map((sheet) => [sheet.name, sheet.toWorksheet()])),
    },
    Props: { Title: title },
    // xlsx would add those of filters itself, but not hidden.
    Workbook: { Names: sheets.flatMap((sheet, index) => definedNames(sheet, index + 1)) },
  };
}

/** The range of the filter, which xlsx fills in, and the row that is printed on every page: the last frozen one. */
function definedNames({ name, filterRef, frozenRows }: Sheet, index: number): DefinedNameOfSheet[] {
  const names: DefinedNameOfSheet[] = [];
  if (filterRef !== undefined) {
    names.push({ Name: '_xlnm._FilterDatabase', Sheet: index, Ref: '', Hidden: true });
  }
  if (frozenRows > 0) {
    const Ref = `'${name.replaceAll("'", "''")}'!$${frozenRows}:$${frozenRows}`;
    names.push({ Name: '_xlnm.Print_Titles', Sheet: index, Ref });
  }
  return names;
}

/** A sheet whose cells refer to shared strings that begin at an index. */
function withStringsFrom(xml: string, start: number): string {
  if (start === 0) return xml;
  return xml.replace(/(?<= t="s"><v>)\d+/g, (index) => String(Number(index) + start));
}

function withoutSheets(parts: Unzipped): Unzipped {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !name.startsWith(WORKSHEET)));
}

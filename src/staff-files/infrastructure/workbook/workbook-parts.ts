import { posix } from 'node:path';
import { SSF } from 'xlsx';
import { foldText } from '../../../shared-kernel/folding.js';
import { shortened } from '../../../shared-kernel/text.js';
import { attributeOf, plainText, XmlMalformed, XmlScanner, type XmlHandler } from './xml-scanner.js';
import { WorkbookRefused, type ZipParts } from './zip-parts.js';

/** Longest text of a cell, as it is written: 32,767 characters, which may be entities. */
const LONGEST_TEXT = 200_000;

/** Shared strings: 20 for each of 100,000 people. */
const MOST_STRINGS = 2_000_000;

/** Sheets, relations, formats and styles: spreadsheets allow fewer than 65,536 styles. */
const MOST_DECLARATIONS = 65_536;

/** Longest format, in UTF-16 units, as in spreadsheets. */
const LONGEST_FORMAT = 255;

export const UNREADABLE =
  'cannot be read as a workbook: open it in a spreadsheet, and save it as .xlsx again';

export function unreadable(): WorkbookRefused {
  return new WorkbookRefused('MALFORMED', UNREADABLE);
}

/** Scans a part of a workbook. Yields after each piece, so that its rows need not be held. */
export async function* scan(parts: ZipParts, name: string, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  try {
    for await (const piece of parts.pieces(name)) {
      scanner.push(piece);
      yield;
    }
    scanner.end();
  } catch (error) {
    throw error instanceof XmlMalformed ? unreadable() : error;
  }
}

async function scanWhole(parts: ZipParts, name: string, handler: XmlHandler): Promise<void> {
  for await (const _ of scan(parts, name, handler));
}

/** The text of a cell or shared string, without the readings of its characters in other writing. */
export class TextParts {
  private written = '';
  private isOpen = false;
  private isPhonetic = false;

  begin(): void {
    this.written = '';
    this.isOpen = false;
    this.isPhonetic = false;
  }

  open(name: string): void {
    if (name === 't') this.isOpen = true;
    else if (name === 'rPh') this.isPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.isOpen = false;
    else if (name === 'rPh') this.isPhonetic = false;
  }

  add(part: string): void {
    if (!this.isOpen || this.isPhonetic) return;
    this.written += part;
    if (this.written.length > LONGEST_TEXT)
      throw new WorkbookRefused('TOO_LARGE', 'must not have texts that no cell can hold');
  }

  text(): string {
    return cellText(this.written);
  }
}

/** Characters that XML does not allow are written as `_x0001_`. */
export function cellText(written: string): string {
  const text = plainText(written);
  return text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;
}

/** Of a workbook: the sheet that is read, and how its days are counted. */
export interface SheetPlace {
  readonly sheet: string;
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  readonly uses1904: boolean;
  readonly recalculates: boolean;
}

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** @param sheetName - of the sheet; the first visible one if absent */
export async function sheetPlace(parts: ZipParts, sheetName?: string): Promise<SheetPlace> {
  const relations: { id: string; type: string; path: string }[] = [];
  await scanWhole(parts, RELATIONS, {
    open: (name, tag) => {
      if (name !== 'Relationship') return;
      const target = plainPath(attributeOf(tag, 'Target') ?? '');
      const type = (attributeOf(tag, 'Type') ?? '').replace(/^[^]*\//, '');
      bounded(relations).push({ id: attributeOf(tag, 'Id') ?? '', type, path: target });
    },
    close: () => undefined,
    text: () => undefined,
  });
  let [uses1904, recalculates] = [false, false];
  const sheets: { id: string; name: string; isVisible: boolean }[] = [];
  await scanWhole(parts, WORKBOOK, {
    open: (name, tag) => {
      if (name === 'workbookPr') uses1904 = isOn(attributeOf(tag, 'date1904'));
      if (name === 'calcPr') recalculates = isOn(attributeOf(tag, 'fullCalcOnLoad'));
      if (name !== 'sheet') return;
      const isVisible = (attributeOf(tag, 'state') ?? 'visible') === 'visible';
      const sheet = { id: attributeOf(tag, 'id') ?? '', name: attributeOf(tag, 'name') ?? '' };
      bounded(sheets).push({ ...sheet, isVisible });
    },
    close: () => undefined,
    text: () => undefined,
  });
  const wanted = sheetOf(sheets, sheetName);
  const relation = relations.find(({ id, type }) => id === wanted.id && type === 'worksheet');
  if (!relation || !parts.has(relation.path))
    throw new WorkbookRefused('NO_SHEET', 'must have a visible sheet of cells');
  const pathOf = (type: string): string | undefined =>
    relations.find((each) => each.type === type && parts.has(each.path))?.path;
  return {
    sheet: relation.path,
    strings: pathOf('sharedStrings'),
    styles: pathOf('styles'),
    uses1904,
    recalculates,
  };
}

/** Longest list of the names of sheets in a message, in code points. */
const SHOWN_NAMES = 200;

function sheetOf<Sheet extends { readonly name: string; readonly isVisible: boolean }>(
  sheets: readonly Sheet[],
  sheetName: string | undefined,
): Sheet {
  if (sheetName === undefined) {
    const visible = sheets.find(({ isVisible }) => isVisible);
    if (!visible) throw new WorkbookRefused('NO_SHEET', 'must have a visible sheet');
    return visible;
  }
  const found = sheets.find(({ name }) => foldText(name.trim()) === foldText(sheetName.trim()));
  if (found) return found;
  const visible = sheets.filter(({ isVisible }) => isVisible);
  if (visible[0] && visible.length === 1) return visible[0]; // as in a download
  const names = shortened(sheets.map(({ name }) => name).join(', '), SHOWN_NAMES);
  throw new WorkbookRefused(
    'NO_SHEET',
    `must have the sheet ${sheetName}, which the source names: its sheets are ${names}`,
  );
}

function isOn(flag: string | undefined): boolean {
  return /^(?:1|true|on)$/.test(flag ?? '');
}

function plainPath(target: string): string {
  return posix.join('/xl', target.startsWith('/') ? posix.relative('/xl', target) : target).slice(1);
}

function bounded<Value>(values: Value[], most = MOST_DECLARATIONS): Value[] {
  if (values.length >= most)
    throw new WorkbookRefused('TOO_LARGE', 'must not have so many texts, formats or sheets: save it as CSV');
  return values;
}

/** The texts that cells name by their number. */
export async function sharedStrings(parts: ZipParts, name: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (name === undefined) return strings;
  const text = new TextParts();
  await scanWhole(parts, name, {
    open: (element) => {
      if (element === 'si') text.begin();
      else text.open(element);
    },
    close: (element) => {
      if (element === 'si') bounded(strings, MOST_STRINGS).push(text.text());
      else text.close(element);
    },
    text: (part) => text.add(part),
  });
  return strings;
}

/** Formats of numbers that every spreadsheet knows. */
const KNOWN = (SSF as { readonly get_table: () => Readonly<Record<number, string>> }).get_table();

/** Days in the form of the country in East Asian spreadsheets: shown as days here. */
const isEastAsianDay = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const DAY = 14;

/** A format without the languages that it names, which the package takes for currencies. */
function plainFormat(format: string): string {
  if (format.length > LONGEST_FORMAT) return 'General';
  const plain = format.replaceAll(/\[\$-[^\][]*\]/g, '');
  return plain === '' ? 'General' : plain;
}

/** The format of numbers of each style of cells. */
export async function numberFormats(parts: ZipParts, name: string | undefined): Promise<readonly string[]> {
  const styles: string[] = [];
  if (name === undefined) return styles;
  const own = new Map<number, string>();
  let isCells = false;
  await scanWhole(parts, name, {
    open: (element, tag) => {
      if (element === 'cellXfs') isCells = true;
      else if (element === 'numFmt' && own.size < MOST_DECLARATIONS) {
        const format = attributeOf(tag, 'formatCode') ?? 'General';
        own.set(Number(attributeOf(tag, 'numFmtId')), plainFormat(format));
      } else if (element === 'xf' && isCells) {
        const id = Number(attributeOf(tag, 'numFmtId') ?? 0);
        bounded(styles).push(own.get(id) ?? KNOWN[isEastAsianDay(id) ? DAY : id] ?? 'General');
      }
    },
    close: (element) => {
      if (element === 'cellXfs') isCells = false;
    },
    text: () => undefined,
  });
  return styles;
}

import type { ActionStatus } from '../../../index.js';
import type { DateFormats } from './date-formats.js';

/** Size of the font of titles. */
export const TITLE_FONT_PT = 16;

/** Number formats that depend on the reader. */
export interface WorkbookFormats extends DateFormats {
  /** Follows the date of an overdue action. */
  readonly overdueMark: string;
}

interface Style {
  /** Code of the number format; general if absent. */
  readonly format?: string;
  /** Attributes of its element. */
  readonly alignment?: string;
  readonly bold?: true;
  readonly underline?: true;
  readonly size?: number;
  /** Colours as RRGGBB. */
  readonly color?: string;
  readonly fill?: string;
  /** A thin line below. */
  readonly line?: true;
}

export type StyleName =
  | 'text'
  | 'paragraph'
  | 'title'
  | 'heading'
  | 'label'
  | 'link'
  | 'linkedNumber'
  | 'number'
  | 'percent'
  | 'date'
  | 'moment'
  | 'overdue'
  | 'overdueMoment'
  | ActionStatus;

const NAVY = '1F3864';
const LINK = { color: '0563C1', underline: true } as const;
const ALARM = { color: '9C0006', fill: 'FFC7CE' } as const;

/** The format of texts, so that editing a cell that says `=1+1` does not make it a formula. */
const TEXT_FORMAT = '@';
const FREE_TEXT: Style = { format: TEXT_FORMAT, alignment: 'wrapText="1"' };
const TEXT: Style = { ...FREE_TEXT, line: true };
const NUMBER: Style = { alignment: 'horizontal="left"', line: true };

function stylesFor({ date, moment, overdueMark }: WorkbookFormats): Record<StyleName, Style> {
  const overdue = { ...NUMBER, ...ALARM, bold: true } as const;
  return {
    text: TEXT,
    paragraph: FREE_TEXT,
    title: { ...FREE_TEXT, bold: true, size: TITLE_FONT_PT, color: NAVY },
    heading: { ...FREE_TEXT, bold: true, color: 'FFFFFF', fill: NAVY },
    label: { ...TEXT, bold: true, fill: 'E8EDF5' },
    link: { ...TEXT, ...LINK },
    linkedNumber: { ...NUMBER, ...LINK },
    number: NUMBER,
    percent: { ...NUMBER, format: '0%' },
    date: { ...NUMBER, format: date },
    moment: { ...NUMBER, format: moment },
    overdue: { ...overdue, format: `${date}\\ "${overdueMark}"` },
    overdueMoment: { ...overdue, format: `${moment}\\ "${overdueMark}"` },
    PENDING: { ...TEXT, color: '7F6000', fill: 'FFF2CC' },
    IN_PROGRESS: { ...TEXT, color: '1F4E79', fill: 'DDEBF7' },
    COMPLETED: { ...TEXT, color: '006100', fill: 'C6EFCE' },
    CANCELLED: { ...TEXT, color: '595959', fill: 'EDEDED' },
    EXPIRED: { ...TEXT, ...ALARM },
  };
}

/**
 * The style sheet of a workbook. The community edition of xlsx writes no styles but number formats, so each style is
 * given to it as a number format whose code is the name of the style.
 * @param written - the style sheet of xlsx: the order of its formats decides to which style each cell refers
 */
export function styleSheet(written: string, formats: WorkbookFormats): string {
  const known: Record<string, Style> = stylesFor(formats);
  const names = new Map(
    [...written.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, name]) => [id, name]),
  );
  // The first one is that of cells without a style.
  const styles = [...written.matchAll(/<xf numFmtId="(\d+)"[^<>]*applyNumberFormat/g)].map(
    ([, id]) => known[names.get(id) ?? ''] ?? {},
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    list('numFmts', styles.map(formatXml)) +
    list('fonts', styles.map(fontXml)) +
    list('fills', [NO_FILL, '<fill><patternFill patternType="gray125"/></fill>', ...styles.map(fillXml)]) +
    list('borders', styles.map(borderXml)) +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    list('cellXfs', styles.map(cellFormatXml)) +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>'
  );
}

/** The format reserves the first two fills, and the ids of number formats below 164. */
const RESERVED_FILLS = 2;
const FIRST_FORMAT = 164;
const NO_FILL = '<fill><patternFill patternType="none"/></fill>';

function list(tag: string, elements: readonly string[]): string {
  return `<${tag} count="${elements.filter(Boolean).length}">${elements.join('')}</${tag}>`;
}

function formatXml({ format }: Style, index: number): string {
  if (format === undefined) return '';
  return `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`;
}

function fontXml({ bold, underline, size = 11, color }: Style): string {
  return (
    `<font>${bold ? '<b/>' : ''}${underline ? '<u/>' : ''}<sz val="${size}"/>` +
    `<color ${color ? `rgb="FF${color}"` : 'theme="1"'}/><name val="Calibri"/><family val="2"/></font>`
  );
}

function fillXml({ fill }: Style): string {
  if (fill === undefined) return NO_FILL;
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/></patternFill></fill>`;
}

function borderXml({ line }: Style): string {
  const bottom = line ? '<bottom style="thin"><color rgb="FFD0D7E2"/></bottom>' : '<bottom/>';
  return `<border><left/><right/><top/>${bottom}<diagonal/></border>`;
}

function cellFormatXml({ format, alignment = '' }: Style, index: number): string {
  return (
    `<xf numFmtId="${format === undefined ? 0 : FIRST_FORMAT + index}" fontId="${index}" ` +
    `fillId="${index + RESERVED_FILLS}" borderId="${index}" xfId="0" applyNumberFormat="1" applyFont="1" ` +
    `applyFill="1" applyBorder="1" applyAlignment="1"${format === TEXT_FORMAT ? ' quotePrefix="1"' : ''}>` +
    `<alignment vertical="top" ${alignment}/></xf>`
  );
}

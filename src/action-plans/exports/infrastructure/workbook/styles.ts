import type { DateFormats } from './date-formats.js';

/**
 * Styles of cells. The community edition of xlsx writes number formats only. So each style is given to xlsx as a number
 * format whose code is the style's name, and {@link styleSheet} replaces the style sheet of the finished file.
 */
export const TITLE_FONT_PT = 16;

const font = (color: string, mark = '', size = 11): string =>
  `<font>${mark}<sz val="${size}"/><color ${color}/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>`;
const solid = (rgb: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`;

const FONTS = {
  plain: font('theme="1"'),
  bold: font('theme="1"', '<b/>'),
  heading: font('rgb="FFFFFFFF"', '<b/>'),
  title: font('rgb="FF1F3864"', '<b/>', TITLE_FONT_PT),
  link: font('rgb="FF0563C1"', '<u/>'),
  green: font('rgb="FF006100"'),
  blue: font('rgb="FF1F4E79"'),
  yellow: font('rgb="FF7F6000"'),
  gray: font('rgb="FF595959"'),
  red: font('rgb="FF9C0006"'),
  alarm: font('rgb="FF9C0006"', '<b/>'),
} as const;

/** The format reserves the first two. */
const FILLS = {
  none: '<fill><patternFill patternType="none"/></fill>',
  gray125: '<fill><patternFill patternType="gray125"/></fill>',
  heading: solid('FF1F3864'),
  label: solid('FFE8EDF5'),
  green: solid('FFC6EFCE'),
  blue: solid('FFDDEBF7'),
  yellow: solid('FFFFF2CC'),
  gray: solid('FFEDEDED'),
  red: solid('FFFFC7CE'),
} as const;

const BORDERS = {
  none: '<border><left/><right/><top/><bottom/><diagonal/></border>',
  line: '<border><left/><right/><top/><bottom style="thin"><color rgb="FFD0D7E2"/></bottom><diagonal/></border>',
} as const;

/** Number formats: 9 and 49 are built in (percent, text), custom ones begin at 164. */
const FORMATS = {
  general: 0,
  percent: 9,
  text: 49,
  date: 164,
  moment: 165,
  overdue: 166,
  overdueMoment: 167,
} as const;

/** What formats depend on the reader. */
export interface WorkbookFormats extends DateFormats {
  /** The word that follows the dates of what is overdue. */
  readonly overdue: string;
}

function ownFormats({ date, moment, overdue }: WorkbookFormats): string {
  const mark = `\\ "${overdue}"`;
  const codes = Object.entries({ date, moment, overdue: date + mark, overdueMoment: moment + mark });
  const formats = codes.map(
    ([name, code]) =>
      `<numFmt numFmtId="${FORMATS[name as keyof typeof FORMATS]}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  return `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`;
}

interface Style {
  readonly font?: keyof typeof FONTS;
  readonly fill?: keyof typeof FILLS;
  readonly border?: keyof typeof BORDERS;
  readonly format?: keyof typeof FORMATS;
  readonly wrap?: boolean;
  readonly horizontal?: 'left' | 'center';
}

const NORMAL: Style = {};

/** Texts have the text format and `quotePrefix`, so that editing a cell that says `=1+1` does not make it a formula. */
const STYLES = {
  text: { format: 'text', border: 'line', wrap: true },
  paragraph: { format: 'text', wrap: true },
  title: { format: 'text', font: 'title', wrap: true },
  heading: { format: 'text', font: 'heading', fill: 'heading', wrap: true },
  label: { format: 'text', font: 'bold', fill: 'label', border: 'line', wrap: true },
  link: { format: 'text', font: 'link', border: 'line', wrap: true },
  linkedNumber: { font: 'link', border: 'line', horizontal: 'left' },
  number: { border: 'line', horizontal: 'left' },
  percent: { format: 'percent', border: 'line', horizontal: 'left' },
  date: { format: 'date', border: 'line', horizontal: 'left' },
  moment: { format: 'moment', border: 'line', horizontal: 'left' },
  overdue: { format: 'overdue', font: 'alarm', fill: 'red', border: 'line', horizontal: 'left' },
  overdueMoment: { format: 'overdueMoment', font: 'alarm', fill: 'red', border: 'line', horizontal: 'left' },
  pending: { format: 'text', font: 'yellow', fill: 'yellow', border: 'line', wrap: true },
  inProgress: { format: 'text', font: 'blue', fill: 'blue', border: 'line', wrap: true },
  completed: { format: 'text', font: 'green', fill: 'green', border: 'line', wrap: true },
  cancelled: { format: 'text', font: 'gray', fill: 'gray', border: 'line', wrap: true },
  expired: { format: 'text', font: 'red', fill: 'red', border: 'line', wrap: true },
} as const satisfies Record<string, Style>;

export type StyleName = keyof typeof STYLES;

export const STYLE_NAMES = Object.keys(STYLES) as readonly StyleName[];

const place = (table: object, name: string): number => Object.keys(table).indexOf(name);
const all = (tag: string, table: Readonly<Record<string, string>>): string =>
  `<${tag} count="${Object.keys(table).length}">${Object.values(table).join('')}</${tag}>`;

function cellFormat({ font, fill, border, format = 'general', wrap, horizontal }: Style): string {
  const alignment = `vertical="top"${wrap ? ' wrapText="1"' : ''}${horizontal ? ` horizontal="${horizontal}"` : ''}`;
  return (
    `<xf numFmtId="${FORMATS[format]}" fontId="${place(FONTS, font ?? 'plain')}" fillId="${place(FILLS, fill ?? 'none')}" ` +
    `borderId="${place(BORDERS, border ?? 'none')}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" ` +
    `applyBorder="1" applyAlignment="1"${format === 'text' ? ' quotePrefix="1"' : ''}><alignment ${alignment}/></xf>`
  );
}

/**
 * The style sheet that replaces the one of xlsx.
 * @param written - the one of xlsx: the order of its formats decides to which style each cell refers
 */
export function styleSheet(written: string, formats: WorkbookFormats): string {
  const names = new Map(
    [...written.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, name]) => [id, name]),
  );
  const used = [...written.matchAll(/<xf numFmtId="(\d+)"[^>]*applyNumberFormat/g)].map(([, id]) => {
    const style = id === '0' ? NORMAL : (STYLES as Record<string, Style>)[names.get(id) ?? ''];
    if (!style) throw new Error(`xlsx wrote an unknown style: ${id ?? ''}`);
    return cellFormat(style);
  });
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    ownFormats(formats) +
    all('fonts', FONTS) +
    all('fills', FILLS) +
    all('borders', BORDERS) +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${used.length}">${used.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>'
  );
}

/**
 * Styles of cells. The community edition of xlsx writes number formats only. So each style is given to xlsx as a number
 * format whose code is the style's name, and {@link styleSheet} replaces the style sheet of the finished file.
 */
const FONTS = {
  plain:
    '<font><sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>',
  bold: '<font><b/><sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>',
  heading:
    '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>',
  title:
    '<font><b/><sz val="16"/><color rgb="FF1F3864"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>',
  link: '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>',
} as const;

/** The format reserves the first two. */
const FILLS = {
  none: '<fill><patternFill patternType="none"/></fill>',
  gray: '<fill><patternFill patternType="gray125"/></fill>',
  heading:
    '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3864"/><bgColor indexed="64"/></patternFill></fill>',
  label:
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF5"/><bgColor indexed="64"/></patternFill></fill>',
} as const;

const BORDERS = {
  none: '<border><left/><right/><top/><bottom/><diagonal/></border>',
  line: '<border><left/><right/><top/><bottom style="thin"><color rgb="FFD0D7E2"/></bottom><diagonal/></border>',
} as const;

/** Number formats: 9 and 49 are built in (percent, text), custom ones begin at 164. */
const FORMATS = { general: 0, percent: 9, text: 49, date: 164, moment: 165 } as const;
const OWN_FORMATS =
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>';

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
  title: { format: 'text', font: 'title' },
  heading: { format: 'text', font: 'heading', fill: 'heading', wrap: true },
  label: { format: 'text', font: 'bold', fill: 'label', border: 'line', wrap: true },
  link: { format: 'text', font: 'link', border: 'line', wrap: true },
  number: { border: 'line', horizontal: 'left' },
  percent: { format: 'percent', border: 'line', horizontal: 'left' },
  date: { format: 'date', border: 'line', horizontal: 'left' },
  moment: { format: 'moment', border: 'line', horizontal: 'left' },
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
export function styleSheet(written: string): string {
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
    OWN_FORMATS +
    all('fonts', FONTS) +
    all('fills', FILLS) +
    all('borders', BORDERS) +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${used.length}">${used.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>'
  );
}

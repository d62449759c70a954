/**
 * The looks of cells. The community edition of xlsx knows number formats only, so each look goes by as a number
 * format with its name, and {@link styleSheet} puts the real thing in its place.
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

/** The first two are where every reader expects them. */
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

/** Numbers of formats: 9 and 49 are built in (percent, text), own ones begin at 164. */
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

/**
 * Texts have the format of texts and the mark of a leading apostrophe: who edits a cell that says `=1+1` does not
 * make a formula of it.
 */
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
 * The style sheet of a workbook in the place of the one that xlsx wrote.
 * @param written - what xlsx wrote: it says which number of a style, used by the cells, stands for which name
 */
export function styleSheet(written: string): string {
  const names = new Map(
    [...written.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, name]) => [id, name]),
  );
  const used = [...written.matchAll(/<xf numFmtId="(\d+)"[^>]*applyNumberFormat/g)].map(([, id]) => {
    const style = id === '0' ? NORMAL : (STYLES as Record<string, Style>)[names.get(id) ?? ''];
    if (!style) throw new Error(`xlsx wrote a style that is not known: ${id ?? ''}`);
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

import ExcelJS, { type Cell, type FillPattern } from 'exceljs';
import { strFromU8, unzipSync } from 'fflate';
import { link, number, percent, text, time } from './cells.js';
import { Sheet } from './sheet.js';
import type { StyleName } from './styles.js';
import { xlsxFile } from './xlsx-file.js';

const formats = { date: 'dd\\.mm\\.yyyy', moment: 'hh:mm', overdueMark: 'tard' };
const NOW = '2026-03-01T12:00Z';
const TEXTS = ['text', 'paragraph', 'title', 'heading', 'label', 'link'] as const;
const STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const;
const TIMES = ['date', 'moment', 'overdue', 'overdueMoment'] as const;
const NUMBERS = ['number', 'percent', 'linkedNumber', ...TIMES] as const;

/** Contrast of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const luminance = (argb: string): number => {
    const [r = 0, g = 0, b = 0] = [2, 4, 6].map((at) => {
      const value = parseInt(argb.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('styles', () => {
  let cells: Record<StyleName, Cell>;
  let xml: string;

  beforeEach(async () => {
    const written = [
      ...[...TEXTS, ...STATUSES].filter((name) => name !== 'link').map((name) => text(name, name)),
      link(text('link'), `#'Sheet'!A1`),
      ...[number(1), percent(1), link(number(1), `#'Sheet'!A1`)],
      ...TIMES.map((name) => time(NOW, name)),
    ];
    const sheet = new Sheet('Sheet', [10]).row([]).freeze();
    for (const cell of written) sheet.row([cell]);
    const file = xlsxFile([sheet], { title: 'Styles', formats });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(file.buffer as ArrayBuffer);
    cells = Object.fromEntries(
      written.map(({ z }, index) => [z, workbook.worksheets[0]!.getCell(index + 2, 1)]),
    ) as typeof cells;
    xml = strFromU8(unzipSync(file)['xl/styles.xml']!);
  });

  const fontColour = (name: StyleName) => cells[name].font.color?.argb ?? 'FF000000';
  const fillOf = (name: StyleName) => (cells[name].fill as FillPattern | undefined)?.fgColor?.argb;

  it('have the same font everywhere, larger in titles', () => {
    for (const [name, { font }] of Object.entries(cells)) {
      expect([name, font.name, font.size]).toEqual([name, 'Calibri', name === 'title' ? 16 : 11]);
    }
  });

  it('make titles, headings, labels and what is overdue bold, and links underlined', () => {
    const having = (property: 'bold' | 'underline') =>
      Object.entries(cells).flatMap(([name, { font }]) => (font[property] ? [name] : []));
    expect(having('bold').sort()).toEqual(['heading', 'label', 'overdue', 'overdueMoment', 'title']);
    expect(having('underline').sort()).toEqual(['link', 'linkedNumber']);
  });

  it('have colours that differ and can be read', () => {
    const filled = ['heading', 'label', 'overdue', ...STATUSES] as const;
    for (const name of filled) {
      expect([name, contrast(fontColour(name), fillOf(name)!)]).toEqual([name, expect.any(Number)]);
      expect(contrast(fontColour(name), fillOf(name)!)).toBeGreaterThan(4.5);
    }
    const fills = filled.map(fillOf);
    // Overdue and expired have the same colour.
    expect(new Set(fills).size).toBe(filled.length - 1);
    for (const name of ['text', 'paragraph', 'number', 'date'] as const) expect(fillOf(name)).toBeUndefined();
  });

  it('wrap texts and begin every cell at the top', () => {
    for (const name of [...TEXTS, ...STATUSES]) {
      expect(cells[name].alignment).toEqual({ vertical: 'top', wrapText: true });
    }
    for (const name of NUMBERS) {
      expect(cells[name].alignment).toEqual({ vertical: 'top', horizontal: 'left' });
    }
  });

  it('draw a line below the cells of tables', () => {
    for (const [name, { border }] of Object.entries(cells)) {
      const isInTable = !['title', 'paragraph', 'heading'].includes(name);
      expect([name, border.bottom?.style]).toEqual([name, isInTable ? 'thin' : undefined]);
    }
  });

  it('have number formats: texts stay texts, dates are those of the reader', () => {
    for (const name of [...TEXTS, ...STATUSES]) expect(cells[name].numFmt).toBe('@');
    const others = NUMBERS.map((name) => [name, cells[name].numFmt]);
    expect(Object.fromEntries(others)).toEqual({
      number: undefined,
      percent: '0%',
      linkedNumber: undefined,
      // exceljs leaves the backslashes out.
      date: 'dd.mm.yyyy',
      moment: 'hh:mm',
      overdue: 'dd.mm.yyyy "tard"',
      overdueMoment: 'hh:mm "tard"',
    });
  });

  it('keep what is typed into a text from becoming a formula', () => {
    const texts = [...xml.matchAll(/numFmtId="(\d+)" formatCode="@"/g)].map(([, id]) => id);
    const [, formatted = ''] = /<cellXfs count="\d+">(.*)<\/cellXfs>/.exec(xml)!;
    for (const [, id, attributes = ''] of formatted.matchAll(/<xf numFmtId="(\d+)"([^>]*)>/g)) {
      expect([id, attributes.includes('quotePrefix="1"')]).toEqual([id, texts.includes(id)]);
    }
  });

  it('count what they list', () => {
    const lists = [...xml.matchAll(/<(\w+) count="(\d+)">(.*?)<\/\1>/g)];
    expect(lists.map(([, tag]) => tag)).toEqual([
      ...['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles'],
    ]);
    for (const [, tag, count, content = ''] of lists) {
      const elements = content.match(/<(numFmt|font|fill|border|xf|cellStyle) ?[^>]*>/g);
      expect([tag, elements?.length]).toEqual([tag, Number(count)]);
    }
  });

  it('are a document of elements without text, which refer to what is listed', () => {
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>/);
    expect(xml.replace(/<[^>]*>/g, '').trim()).toBe('');
    const count = (tag: string) => Number(new RegExp(`<${tag} count="(\\d+)"`).exec(xml)?.[1]);
    const known = { fontId: count('fonts'), fillId: count('fills'), borderId: count('borders') };
    const references = [...xml.matchAll(/ (fontId|fillId|borderId)="(.*?)"/g)];
    expect(references.length).toBeGreaterThan(3);
    for (const [reference, attribute, id] of references) {
      const isKnown = /^\d+$/.test(id!) && Number(id) < known[attribute as keyof typeof known];
      expect([reference, isKnown]).toEqual([reference, true]);
    }
    for (const [, id] of xml.matchAll(/<xf numFmtId="(.*?)"/g)) {
      const isBuiltIn = id === '0';
      expect([id, isBuiltIn || xml.includes(`<numFmt numFmtId="${id}" `)]).toEqual([id, true]);
    }
  });
});

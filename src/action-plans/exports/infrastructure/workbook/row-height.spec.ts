import { number, text, textOf } from './cells.js';
import { rowHeight, rowsOf } from './row-height.js';

const LINE_PT = 15;

describe('rowHeight', () => {
  it.each([
    ['no cells', [], undefined],
    ['empty cells', [undefined, text('')], undefined],
    ['numbers', [number(1234567890123)], undefined],
    ['a text that fits', [text('1234567890')], undefined],
    ['a text that is longer by one character', [text('1234567890a')], 2],
    ['a text of three lines', [text('a'.repeat(21))], 3],
    ['line breaks', [text('a\nb\nc')], 3],
    ['empty lines', [text('a\n\n')], 3],
    ['a long line after a break', [text(`a\n${'b'.repeat(11)}`)], 3],
    ['short texts that break', [text('a\nb')], 2],
    ['full-width characters, which count twice', [text('日本語日本')], undefined],
    ['a full-width character too many', [text('日本語日本語')], 2],
    ['the longest of several cells', [text('a\nb'), text('a\nb\nc'), text('a')], 3],
  ])('is that of %s', (_, cells, lines) => {
    expect(rowHeight(cells, [10, 20, 30])).toBe(lines && lines * LINE_PT);
  });

  it('goes by the width of each column', () => {
    const long = text('a'.repeat(11));
    expect(rowHeight([text('a'), long], [10, 20])).toBeUndefined();
    expect(rowHeight([text('a'), long], [20, 10])).toBe(2 * LINE_PT);
    expect(rowHeight([text('a'), long], [20])).toBeUndefined();
  });

  it('is larger for titles', () => {
    // A character at 16 points takes as much room as 1.45 at 11. In whole points.
    expect(rowHeight([text('a'.repeat(6), 'title')], [10])).toBe(22);
    expect(rowHeight([text('a'.repeat(7), 'title')], [10])).toBe(44);
  });

  it.each([
    ['narrow characters, of which more fit', 'il'.repeat(9), 1],
    ['wide characters, of which fewer fit', 'W'.repeat(6), 2],
    ['capitals', 'A'.repeat(8), 2],
    ['words, which are not broken', 'abcdef abcdef', 2],
    ['a word that is longer than a line', `abcdef ${'b'.repeat(11)}`, 3],
    ['spaces at the end of a line', `abcdefghij${' '.repeat(30)}k`, 2],
  ])('counts the lines of %s', (_, content, lines) => {
    expect(rowHeight([text(content)], [10]) ?? LINE_PT).toBe(lines * LINE_PT);
  });

  it('is at most what Excel allows', () => {
    expect(rowHeight([text('\n'.repeat(26))], [10])).toBe(27 * LINE_PT);
    expect(rowHeight([text('\n'.repeat(100))], [10])).toBe(409);
  });

  it.each(['ᄀ', '\u11ff', '⺀', '\ud7ff', '豈', '\ufaff', '\uff00', '｠'])('counts %s twice', (wide) => {
    expect(rowHeight([text(wide.repeat(6))], [10])).toBe(2 * LINE_PT);
  });

  it.each(['é', '\u1200', '\u2e7f', '\uff61'])('counts %s once', (narrow) => {
    expect(rowHeight([text(narrow.repeat(10))], [10])).toBeUndefined();
  });
});

describe('rowsOf', () => {
  const shown = (content: string, width: number): string[] =>
    rowsOf([text(content)], [width]).map(([cell]) => textOf(cell));

  it('leaves a text that a row can hold alone', () => {
    const cells = [undefined, text('\n'.repeat(26)), number(1)];
    expect(rowsOf(cells, [10, 10, 10])).toEqual([cells]);
  });

  it('loses no word of a text, and breaks none', () => {
    const words = Array.from({ length: 600 }, (_, index) => `word${index}`);
    const rows = shown(words.join(' '), 60);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.flatMap((row) => row.trimEnd().split(' '))).toEqual(words);
    for (const row of rows) expect(rowHeight([text(row)], [60])).toBeLessThanOrEqual(13 * LINE_PT);
  });

  it.each(['x', '日', '👩‍👩‍👧', 'e\u0301', '_x0041_', 'ab\n', '\n\n'])('keeps %j whole between rows', (unit) => {
    const content = unit.repeat(1_000);
    const rows = shown(content, 10);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.join(unit.endsWith('\n') ? '\n' : '')).toBe(content.replace(/\n$/, ''));
    if (!unit.endsWith('\n') && unit !== '_x0041_')
      for (const row of rows) expect(row.replaceAll(unit, '')).toBe('');
  });
});

import { percent, text } from './cells.js';
import { Sheet } from './sheet.js';

const WIDTHS = [10, 20, 30];
const LONG = text('a'.repeat(25));
const sheet = (): Sheet => new Sheet('Sheet', WIDTHS);
const heightsOf = (built: Sheet): unknown[] =>
  Array.from(built.toWorksheet()['!rows'] ?? [], (row) => (row as { hpt: number } | undefined)?.hpt);

describe('Sheet', () => {
  it('has the cells of its rows and the widths of its columns', () => {
    const rows = [[text('a'), undefined, text('b')], [], [text('c')]];
    const built = sheet();
    for (const row of rows) built.row(row);
    expect(built.toWorksheet()).toMatchObject({
      '!data': rows,
      '!ref': 'A1:C3',
      '!cols': [{ wch: 10 }, { wch: 20 }, { wch: 30 }],
      '!merges': [],
    });
  });

  it('gives rows the height that their texts need, by the columns that they are in', () => {
    const built = sheet()
      .row([text('a')])
      .row([LONG])
      .row([undefined, LONG])
      .row([undefined, undefined, LONG]);
    expect(heightsOf(built)).toEqual([undefined, 45, 30]);
  });

  it('has rows with one text in all columns, as high as the text, or several', () => {
    const long = text('a'.repeat(200));
    const built = sheet()
      .row([])
      .wideRow(LONG)
      .wideRow(long)
      .wideRow(text('a\n'.repeat(28)));
    const part = text('a\n'.repeat(12) + 'a');
    expect(built.toWorksheet()).toMatchObject({
      '!data': [[], [LONG], [long], [part], [part], [text('a\na')]],
      '!merges': [1, 2, 3, 4, 5].map((r) => ({ s: { r, c: 0 }, e: { r, c: 2 } })),
    });
    expect(heightsOf(built)).toEqual([undefined, undefined, 60, 195, 195, 30]);
  });

  it('goes on in further rows where a text is too high, and repeats the rest in a table with a filter', () => {
    const long = text('a\n'.repeat(28));
    const parts = [13, 13, 2].map((lines) => text(Array<string>(lines).fill('a').join('\n')));
    const one = text('b');
    expect(sheet().row([one, long, undefined]).toWorksheet()['!data']).toEqual([
      [one, parts[0], undefined],
      ...parts.slice(1).map((part) => [text(''), part, text('')]),
    ]);
    const filtered = sheet()
      .filteredHeadings(['A', 'B', 'C'])
      .row([one, long, undefined])
      .endFilter()
      .row([one, long]);
    expect(filtered.toWorksheet()).toMatchObject({ '!autofilter': { ref: 'A1:C4' } });
    expect(filtered.toWorksheet()['!data'].slice(1)).toEqual([
      ...parts.map((part) => [one, part, undefined]),
      [one, parts[0]],
      ...parts.slice(1).map((part) => [text(''), part]),
    ]);
  });

  it('has headings in their style', () => {
    const heading = (v: string) => ({ t: 's', v, z: 'heading' });
    expect(sheet().headings(['A', 'B']).toWorksheet()['!data']).toEqual([[heading('A'), heading('B')]]);
  });

  it('filters all rows below the headings of its last table', () => {
    const built = sheet()
      .row([])
      .filteredHeadings(['A', 'B', 'C'])
      .row([text('a')])
      .row([text('b')]);
    expect(built.toWorksheet()).toMatchObject({ '!autofilter': { ref: 'A2:C4' } });
    expect(sheet().row([]).toWorksheet()).not.toHaveProperty('!autofilter');
  });

  it('freezes the rows so far', () => {
    expect(sheet().row([]).row([]).freeze().row([]).frozenRows).toBe(2);
  });

  it('knows the range of its percentages', () => {
    const built = sheet()
      .row([text('a')])
      .row([undefined, percent(1)])
      .row([text('a')])
      .row([undefined, percent(2), text('a')]);
    expect(built.percentages).toBe('B2:B4');
    expect(sheet().row([]).percentages).toBeUndefined();
  });
});

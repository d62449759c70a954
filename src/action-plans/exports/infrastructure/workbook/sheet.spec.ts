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

  describe('a title', () => {
    it('is at least 24 points high', () => {
      expect(heightsOf(sheet().titleRow([text('Title', 'title')]))).toEqual([24]);
    });

    it('wraps in its own column', () => {
      // 30 characters at 11 points are 20.6 at 16.
      expect(heightsOf(sheet().titleRow([undefined, undefined, LONG]))).toEqual([44]);
      expect(sheet().titleRow([LONG]).toWorksheet()['!merges']).toEqual([]);
    });

    it('wraps in merged columns', () => {
      const built = sheet()
        .row([])
        .titleRow([text('a'.repeat(50))], 3);
      // 60 characters at 11 points are 41.25 at 16.
      expect(heightsOf(built)).toEqual([undefined, 44]);
      expect(built.toWorksheet()['!merges']).toEqual([{ s: { r: 1, c: 0 }, e: { r: 1, c: 2 } }]);
      expect(heightsOf(sheet().titleRow([text('a'.repeat(50))], 2))).toEqual([66]);
    });
  });

  describe('a wide row', () => {
    it('is one text in merged columns', () => {
      const built = sheet().wideRow(LONG, 2, 100).row([]);
      expect(built.toWorksheet()).toMatchObject({
        '!data': [[LONG], []],
        '!merges': [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }],
      });
      expect(built.toWorksheet()['!rows']).toEqual([]);
    });

    it('is as high as its text, up to a limit', () => {
      const cell = text('a'.repeat(100));
      expect(heightsOf(sheet().wideRow(cell, 2, 100))).toEqual([60]);
      expect(heightsOf(sheet().wideRow(cell, 2, 50))).toEqual([50]);
    });
  });

  it('has headings in their style', () => {
    const heading = (v: string) => ({ t: 's', v, z: 'heading' });
    expect(sheet().headings(['A', 'B']).toWorksheet()['!data']).toEqual([[heading('A'), heading('B')]]);
  });

  describe('a filter', () => {
    it('has all rows below its headings, in as many columns', () => {
      const built = sheet()
        .row([])
        .filteredHeadings(['A', 'B'])
        .row([text('a')])
        .row([text('b')]);
      expect(built.filterRef).toBe('A2:B4');
      expect(built.toWorksheet()).toMatchObject({ '!autofilter': { ref: 'A2:B4' } });
    });

    it.each([
      ['without headings', sheet().row([])],
      ['without rows below', sheet().row([]).filteredHeadings(['A'])],
    ])('is not there %s', (_, built) => {
      expect(built.filterRef).toBeUndefined();
      expect(built.toWorksheet()).not.toHaveProperty('!autofilter');
    });
  });

  it('freezes the rows so far', () => {
    expect(sheet().row([]).frozenRows).toBe(0);
    expect(sheet().row([]).row([]).freeze().row([]).frozenRows).toBe(2);
  });

  it('has bars where it has percentages, in ranges of neighbours', () => {
    const built = sheet()
      .row([percent(1)])
      .row([percent(2)])
      .row([undefined, percent(3)])
      .row([undefined, percent(3), text('a')])
      .row([text('a')])
      .row([text('a'), percent(4)])
      .row([percent(5)]);
    expect(built.barRefs).toEqual(['A1:A2', 'B3:B4', 'B6', 'A7']);
    expect(sheet().row([]).barRefs).toEqual([]);
  });
});

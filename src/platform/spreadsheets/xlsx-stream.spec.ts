import fc from 'fast-check';
import { read, utils } from 'xlsx';
import { XlsxStream } from './xlsx-stream.js';

function rowsOf(batches: readonly (readonly (readonly string[])[])[]): string[][] {
  const stream = new XlsxStream('Employees');
  const bytes = Buffer.concat([...batches.map((rows) => stream.push(rows)), stream.end()]);
  const { Sheets } = read(bytes);
  return utils.sheet_to_json(Sheets['Employees']!, { header: 1, defval: '', raw: true });
}

describe('a streamed workbook', () => {
  it('has the cells of all batches as texts', () => {
    const batches = [
      [
        ['a', '007'],
        ['=1', ''],
      ],
      [],
      [['1E5', ' x ']],
    ];
    expect(rowsOf(batches)).toEqual(batches.flat());
  });

  it('has every character as it was', () => {
    const cell = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .map((text) => text.toWellFormed());
    const special = fc.constantFrom(
      '\0',
      '\t',
      '\n',
      '\x0b',
      '\x1f',
      '\uffff',
      '<&>"\'',
      '_x0041_',
      '_x000D_',
      '__x0041_',
      '👩‍🚀',
      '٣',
    );
    const row = fc.array(fc.oneof(cell, special), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(row, (cells) => {
        expect(rowsOf([[cells]])).toEqual([cells]);
      }),
      { numRuns: 200 },
    );
  });

  it('has several sheets', () => {
    const stream = new XlsxStream('One');
    const parts = [stream.push([['a'], ['b']])];
    stream.addSheet('Two & "more"');
    const { SheetNames, Sheets } = read(Buffer.concat([...parts, stream.push([['c']]), stream.end()]));
    const sheets = SheetNames.map((name) => [name, utils.sheet_to_json(Sheets[name]!, { header: 1 })]);
    expect(sheets).toEqual([
      ['One', [['a'], ['b']]],
      ['Two & "more"', [['c']]],
    ]);
  });

  it('says early what it knows, and keeps no more than a block', () => {
    const stream = new XlsxStream('Employees');
    let written = 0;
    for (let batch = 0; batch < 200; batch++)
      written += stream.push(
        Array.from({ length: 50 }, (_, row) => [`${Math.random()}`, `${batch}-${row}`]),
      ).length;
    expect(stream.end().length).toBeLessThan(written / 2);
  });
});

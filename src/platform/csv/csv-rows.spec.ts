import { CsvMalformed, CsvRows, CsvRowTooLong } from './csv-rows.js';
import { UndecodableText } from './strict-decoder.js';

const LIMITS = { maxRowBytes: 1_000, maxColumns: 10, maxRows: 100_000 };

function read(file: Buffer | string, charset: string = 'utf-8', pieceBytes = Infinity): string[][] {
  const bytes = Buffer.from(file);
  const rows = new CsvRows(charset, LIMITS);
  const found = [];
  for (let at = 0; at < bytes.length; at += Math.min(pieceBytes, bytes.length))
    found.push(...rows.push(bytes.subarray(at, at + pieceBytes)));
  found.push(...rows.end());
  return found.map(({ line, cells }) => [String(line), ...cells]);
}

const CSV = 'Nr;Name\r\n007;"Jürgen ""€"" 😀"';
const EXPECTED = [
  ['1', 'Nr', 'Name'],
  ['2', '007', 'Jürgen "€" 😀'],
];
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('CsvRows', () => {
  it.each([
    ['UTF-8', Buffer.from(CSV)],
    ['UTF-8 with mark', Buffer.from(`\ufeff${CSV}`)],
    ['UTF-16 LE', utf16(CSV)],
    ['UTF-16 BE', utf16(CSV).swap16()],
  ])('reads %s in pieces of any size', (_, bytes) => {
    for (const size of [1, 2, 3, 5, 64, Infinity]) expect(read(bytes, 'utf-8', size)).toEqual(EXPECTED);
  });

  it('reads windows-1252', () => {
    const bytes = Buffer.from('Name\nJ\xfcrgen \x80 \x9f', 'latin1');
    for (const size of [1, 7, Infinity])
      expect(read(bytes, 'windows-1252', size)).toEqual([
        ['1', 'Name'],
        ['2', 'Jürgen € Ÿ'],
      ]);
  });

  it.each<[string, string]>([
    ['a,b\n1,2', ','],
    ['a;b\n1;2', ';'],
    ['a\tb\n1\t2', 'tab'],
    ['"x,y";b\n1;2', ';'],
    ['sep=;\r\na;b\r\n1;2', 'named by a hint'],
    ['\r\n\r\na;b\r\n1;2', 'behind empty lines'],
  ])('finds the separator of %j: %s', (text) => {
    expect(read(text).map(([, ...cells]) => cells.length)).toEqual([2, 2]);
  });

  it('passes over the line of Windows PowerShell that names a type', () => {
    const text = '#TYPE System.Management.Automation.PSCustomObject\r\n"a";"b"\r\n"1";"2"\r\n';
    for (const size of [1, 3, Infinity])
      expect(read(text, 'utf-8', size)).toEqual([
        ['2', 'a', 'b'],
        ['3', '1', '2'],
      ]);
  });

  it.each(['\n', '\r\n', '\r'])('ends lines at %j, and keeps line breaks in cells', (end) => {
    const text = ['a,b', '"1\n2",x', '', '3,y', ''].join(end);
    for (const size of [1, Infinity])
      expect(read(text, 'utf-8', size)).toEqual([
        ['1', 'a', 'b'],
        ['2', '1\n2', 'x'],
        ['4', '3', 'y'],
      ]);
  });

  it('takes rows that are shorter or longer than the first', () => {
    expect(read('a,b\n1\n1,2,3').map(({ length }) => length)).toEqual([3, 2, 4]);
    expect(read('')).toEqual([]);
    expect(read('\n\n')).toEqual([]);
  });

  it.each<[Buffer, string, string]>([
    [Buffer.from('a,b\r\nx,J\xfcrgen\n', 'latin1'), 'utf-8', 'Line 2, column 4 is not UTF-8.'],
    [Buffer.from('a\nb\nc\x81', 'latin1'), 'windows-1252', 'Line 3, column 2 is not windows-1252.'],
    [
      Buffer.concat([utf16('a\nb'), Buffer.from([0x00, 0xdc, 0x41, 0])]),
      'utf-8',
      'Line 2, column 2 is not UTF-16.',
    ],
    [Buffer.concat([utf16('a\nb'), Buffer.from([0x41])]), 'utf-8', 'Line 2, column 2 is not UTF-16.'],
    [
      Buffer.from('ab', 'utf16le'),
      'utf-8',
      'Line 1, column 2 is the character NUL: UTF-16 needs its byte order mark.',
    ],
    [Buffer.from([0x61, 0xe2, 0x82]), 'utf-8', 'Line 1, column 2 is not UTF-8.'],
  ])('refuses %j as %s with line and column', (bytes, charset, message) => {
    for (const size of [1, 2, 3, 4, Infinity]) {
      const reading = () => read(bytes, charset, size);
      expect(reading).toThrow(UndecodableText);
      expect(reading).toThrow(message);
    }
  });

  it.each([
    ['a,b\n1,"2', 'line 2 has a quote that is not closed'],
    ['a,b\n\n1,"2"x', 'line 3 has a character behind a quote that closes a cell'],
    ['a,b\n1,2"3"', 'line 2 has a quote within a cell that does not begin with one'],
    [`a,b\n${','.repeat(10)}`, 'line 2 has more than 10 columns'],
  ])('refuses %j', (text, message) => {
    for (const size of [1, Infinity]) {
      const reading = () => read(text, 'utf-8', size);
      expect(reading).toThrow(CsvMalformed);
      expect(reading).toThrow(message);
    }
  });

  it('refuses rows that are too long, also the first', () => {
    for (const text of [`a,b\n1,${'x'.repeat(1_001)}`, 'x'.repeat(3_000), `"${'x'.repeat(3_000)}`])
      for (const size of [7, Infinity]) expect(() => read(text, 'utf-8', size)).toThrow(CsvRowTooLong);
  });

  it('refuses a row of empty cells without end', () => {
    for (const size of [7, 16_384])
      expect(() => read(`a,b\n${','.repeat(100_000)}`, 'utf-8', size)).toThrow(CsvRowTooLong);
  });

  it('reads rows with other numbers of cells as fast as those with as many as the first', () => {
    const msOf = (row: string): number => {
      const text = `a,b\n${row.repeat(20_000)}`;
      let fastest = Infinity;
      for (let round = 0; round < 3; round++) {
        const begun = performance.now();
        read(text, 'utf-8', 16_384);
        fastest = Math.min(fastest, performance.now() - begun);
      }
      return fastest;
    };
    expect(msOf('1\n')).toBeLessThan(5 * msOf('1,2\n'));
  });

  it('counts empty rows, which cost as much as others', () => {
    const ofRows = (count: number): string => `a,b\n${'\n'.repeat(count - 2)}1,2`;
    expect(read(ofRows(LIMITS.maxRows), 'utf-8', 16_384)).toHaveLength(2);
    for (const size of [16_384, Infinity])
      expect(() => read(ofRows(LIMITS.maxRows + 1), 'utf-8', size)).toThrow(
        'line 100001 is one more than the 100000 that a file may have',
      );
  });

  it('reads many rows', () => {
    const text = `a,b\n${'1,2\n'.repeat(50_000)}`;
    expect(read(text, 'utf-8', 65_536)).toHaveLength(50_001);
  });
});

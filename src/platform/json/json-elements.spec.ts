import fc from 'fast-check';
import {
  ElementTooLong,
  JsonArrayCutter,
  LineCutter,
  ListMalformed,
  type ElementCutter,
} from './json-elements.js';

const MAX_BYTES = 64;

function cut(cutter: ElementCutter, bytes: Buffer, size = bytes.length): string[] {
  const elements: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += Math.max(1, size))
    elements.push(...cutter.push(bytes.subarray(at, at + Math.max(1, size))));
  elements.push(...cutter.end());
  expect(cutter.count).toBe(elements.length);
  return elements.map(String);
}

const array = (text: string, size?: number): string[] =>
  cut(new JsonArrayCutter(MAX_BYTES), Buffer.from(text), size);
const lines = (text: string, size?: number): string[] =>
  cut(new LineCutter(MAX_BYTES), Buffer.from(text), size);
const parsed = (elements: readonly string[]): unknown[] =>
  elements.map((each) => JSON.parse(each) as unknown);

describe('cutting an array into elements', () => {
  it.each([
    ['[]', []],
    [' [ ] \n', []],
    ['\ufeff[1]', [1]],
    ['[1,"a]",{"b":[1,{"c":"}"}]}]', [1, 'a]', { b: [1, { c: '}' }] }]],
    [String.raw`["\\", "\"]", "\\\""]`, ['\\', '"]', '\\"']],
    ['[ {"ü": "€"} , null ]', [{ ü: '€' }, null]],
  ])('reads %s whatever its pieces', (text, expected) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(parsed(array(text, size))).toEqual(expected);
  });

  it.each(['', '{}', '1', '[', '[1', '[1,', '[1,]', '[,1]', '[1]]', '[1] [2]', '[}]', '["a]'])(
    'refuses %j',
    (text) => {
      for (const size of [1, 1_000]) expect(() => array(text, size)).toThrow(ListMalformed);
    },
  );

  it('refuses an element that is too long before it has an end', () => {
    const long = `["ok", "${'x'.repeat(MAX_BYTES)}`;
    expect(() => new JsonArrayCutter(MAX_BYTES).push(Buffer.from(long))).toThrow(ElementTooLong);
    const cutter = new JsonArrayCutter(MAX_BYTES);
    expect(() => Buffer.from(long).forEach((byte) => cutter.push(Buffer.from([byte])))).toThrow(
      ElementTooLong,
    );
  });

  it('agrees with JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 2 })),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(2),
        (all, size, indent) => {
          const cutter = new JsonArrayCutter(1_000_000);
          const elements = cut(cutter, Buffer.from(JSON.stringify(all, null, indent)), size);
          expect(parsed(elements)).toEqual(JSON.parse(JSON.stringify(all)));
        },
      ),
    );
  });
});

describe('cutting lines', () => {
  it.each([
    ['', []],
    ['\n \r\n', []],
    ['1\n\n{"a":2}\r\n"b"', [1, { a: 2 }, 'b']],
    ['\ufeff1\n2\n', [1, 2]],
  ])('reads %j whatever its pieces', (text, expected) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(parsed(lines(text, size))).toEqual(expected);
  });

  it('passes over empty lines without cutting each', () => {
    let parts = 0;
    class Counting extends LineCutter {
      protected override add(part: Buffer): void {
        parts++;
        super.add(part);
      }
    }
    const text = `1\n${'\n \r\n'.repeat(100_000)}2\n`;
    expect(parsed(cut(new Counting(MAX_BYTES), Buffer.from(text), 65_536))).toEqual([1, 2]);
    expect(parts).toBeLessThan(20);
  });

  it('refuses a line that is too long', () => {
    expect(() => lines(`1\n${'2'.repeat(MAX_BYTES + 1)}`)).toThrow(ElementTooLong);
  });
});

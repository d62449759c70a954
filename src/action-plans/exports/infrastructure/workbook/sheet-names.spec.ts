import fc from 'fast-check';
import { actionSheetName, sheetTarget } from './sheet-names.js';

const name = (title: string, number = 1) => actionSheetName(number, title, 'Action');

describe('actionSheetName', () => {
  it.each([
    ['Talk to newcomers', '1 Talk to newcomers'],
    ['Talk to every newcomer in the first week', '1 Talk to every newcomer in th…'],
    ['[]:*?/\\', '1 Action'],
    [' \t\n ', '1 Action'],
    ["it's 1/2: 'done'?", '1 it’s 1 2 ’done’'],
    ['Summary', '1 Summary'],
    ['History', '1 History'],
    ['_x005B_', '1 -x005B_'],
    ['مرحبا بالجميع', '1 مرحبا بالجميع'],
    ['a\u202eb\u2066c', '1 a b c'],
    [`${'a'.repeat(27)}😀😀`, `1 ${'a'.repeat(27)}…`],
    ['x'.repeat(300), `1 ${'x'.repeat(28)}…`],
  ])('of %j is %j', (title, expected) => {
    expect(name(title)).toBe(expected);
  });

  it('is one that Excel takes, whatever the title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 1, max: 60_000 }),
        (title, n) => {
          const sheetName = name(title, n);
          expect(sheetName).toMatch(new RegExp(`^${n} [^[\\]:*?/'\\\\\\p{Cc}]+$`, 'u'));
          expect(sheetName.length).toBeLessThanOrEqual(31);
          expect(sheetName.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('sheetTarget', () => {
  it('quotes the name', () => {
    expect(sheetTarget('1 it’s')).toBe("#'1 it’s'!A1");
  });
});

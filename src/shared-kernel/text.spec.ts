import { codePointLength, isBlank, shortened, textIssues } from './text.js';

const codes = (value: unknown, rules: Parameters<typeof textIssues>[1] = { maxLength: 5 }) =>
  textIssues(value, rules).map(({ code }) => code);

describe('textIssues', () => {
  it.each([1, null, undefined, true, ['a'], { a: 1 }])('refuses %j, which is not a text', (value) => {
    expect(codes(value)).toEqual(['WRONG_TYPE']);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(codes('😀😀😀😀😀')).toEqual([]);
    expect(codes('😀😀😀😀😀x')).toEqual(['TOO_LONG']);
    expect(codePointLength('a😀é')).toBe(3);
  });

  it('refuses NUL and unpaired surrogates by name', () => {
    expect(codes('a\0')).toEqual(['NUL_CHARACTER']);
    expect(codes('\ud83d')).toEqual(['UNPAIRED_SURROGATE']);
    expect(codes('\ude00\ud83d')).toEqual(['UNPAIRED_SURROGATE']);
  });

  it('takes tab, line feed and carriage return in texts of several lines only', () => {
    expect(codes('\t\n\r')).toEqual(['CONTROL_CHARACTER']);
    expect(codes('\t\n\r', { maxLength: 5, multiline: true })).toEqual([]);
  });

  it('refuses every other control character in both', () => {
    const others = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /\p{Cc}/u.test(character) && !'\0\t\n\r'.includes(character),
    );
    expect(others).toHaveLength(61);
    for (const character of others) {
      expect(codes(character)).toEqual(['CONTROL_CHARACTER']);
      expect(codes(character, { maxLength: 5, multiline: true })).toEqual(['CONTROL_CHARACTER']);
    }
  });
});

describe('combining marks', () => {
  const marks = { maxLength: 100_000, multiline: true };

  it('may be 30 in a row', () => {
    expect(codes('a' + '\u0301'.repeat(30), marks)).toEqual([]);
    expect(codes(('a' + '\u0301'.repeat(30)).repeat(1_000), marks)).toEqual([]);
    expect(codes('a' + '\u0301'.repeat(31), marks)).toEqual(['COMBINING_MARKS']);
  });

  it.each([
    ['at the beginning', '\u0301'.repeat(31) + 'a'],
    ['at the end of a long text', 'a\u0301'.repeat(20_000) + '\u0301'.repeat(30)],
    ['of several classes', 'a' + '\u0300\u0316\u0334'.repeat(11)],
    ['of all kinds: non-spacing, spacing, enclosing', 'a' + '\u0301\u0903\u20dd'.repeat(11)],
    ['beyond the basic plane', 'a' + '\u{1d165}'.repeat(31)],
  ])('are refused %s', (_, text) => expect(codes(text, marks)).toEqual(['COMBINING_MARKS']));

  it('are those of a text as it is sent', () => {
    expect(codes('\u01d5'.repeat(100), marks)).toEqual([]); // decomposes to a letter and two marks each
  });
});

describe('shortened', () => {
  it.each([
    ['abcde', 'abcde'],
    ['abcdef', 'abcd…'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
    ['😀😀😀😀😀😀😀😀', '😀😀😀😀…'],
    ['abcd😀', 'abcd😀'],
    ['abcde😀', 'abcd…'],
    ['😀abcd😀', '😀abc…'],
    ['x'.repeat(13), 'xxxx…'],
    ['', ''],
  ])('makes of %j at most five characters: %j', (text, expected) => {
    expect(shortened(text, 5)).toBe(expected);
  });
});

describe('isBlank', () => {
  it.each(['', ' ', '\u00a0\u2003\u3000\n'])('is true of %j', (text) => expect(isBlank(text)).toBe(true));
  it.each(['a', ' . ', '\u200b'])('is false of %j', (text) => expect(isBlank(text)).toBe(false));
});

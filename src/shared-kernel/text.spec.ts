import { codePointLength, isBlank, textIssues } from './text.js';

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

describe('isBlank', () => {
  it.each(['', ' ', '\u00a0\u2003\u3000\n'])('is true of %j', (text) => expect(isBlank(text)).toBe(true));
  it.each(['a', ' . ', '\u200b'])('is false of %j', (text) => expect(isBlank(text)).toBe(false));
});

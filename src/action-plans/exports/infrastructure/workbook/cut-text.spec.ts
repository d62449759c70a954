import { cutText } from './cut-text.js';

describe('cutText', () => {
  it('leaves a text alone that fits', () => {
    expect(cutText('12345', 5)).toBe('12345');
  });

  it('cuts a longer one and marks it', () => {
    expect(cutText('123456', 5)).toBe('1234…');
  });

  it.each([
    ['a surrogate pair', 'ab😀cdef'],
    ['an emoji of several', 'ab👩‍👩‍👧cd'],
    ['a letter with its accent', 'abéxyz'],
  ])('does not cut %s in two', (_, text) => {
    expect(cutText(text, 4)).toMatch(/^ab.?…$/u);
    expect(cutText(text, 4).isWellFormed()).toBe(true);
  });

  it.each([
    [4, 'abc…'],
    [3, 'ab…'],
    [1, '…'],
  ])('has at most %d characters with the mark', (length, cut) => {
    expect(cutText('abcdef', length)).toBe(cut);
  });

  it('keeps characters whole wherever the cut is', () => {
    const family = '👩‍👩‍👧';
    const text = `${'a'.repeat(300)}${family}${'b'.repeat(300)}`;
    for (let length = 302; length <= 300 + family.length; length++) {
      expect(cutText(text, length)).toBe(`${'a'.repeat(300)}…`);
    }
    expect(cutText(text, 301 + family.length)).toBe(`${'a'.repeat(300)}${family}…`);
    expect(cutText(text, 302 + family.length)).toBe(`${'a'.repeat(300)}${family}b…`);
  });

  it('keeps nothing of a first character that does not fit', () => {
    expect(cutText('👩‍👩‍👧abc', 4)).toBe('…');
  });
});

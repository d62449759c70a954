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

  it('keeps at least surrogate pairs whole where a character has no end', () => {
    const pile = `a${'\u{1d165}'.repeat(1_000)}`;
    for (const length of [600, 601]) {
      const cut = cutText(pile, length);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThan(length - 3);
    }
  });
});

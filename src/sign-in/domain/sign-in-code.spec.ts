import { CODE_ALPHABET, CODE_LENGTH, codeIn, shownCode } from './sign-in-code.js';

describe('a code', () => {
  it('has characters that look like no other, each once', () => {
    expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
    expect(CODE_ALPHABET).not.toMatch(/[AEIOU015268LS]/);
    expect(Math.log2(CODE_ALPHABET.length ** CODE_LENGTH)).toBeGreaterThan(36);
  });

  it.each(['BCDF-GHJK', 'bcdfghjk', ' b c d f – g h j k ', 'BCDF\u2011GHJK', 'BCDF\u00a0GHJK', 'bcdf--ghjk'])(
    'is read in %j',
    (text) => {
      expect(codeIn(text)).toBe('BCDFGHJK');
    },
  );

  it.each(['', 'BCDFGHJ', 'BCDFGHJKM', 'BCDF_GHJK', 'ACDFGHJK', '0CDFGHJK'])('is not read in %j', (text) => {
    expect(codeIn(text)).toBeUndefined();
  });

  it('is shown in two halves', () => {
    expect(shownCode('BCDFGHJK')).toBe('BCDF-GHJK');
  });
});

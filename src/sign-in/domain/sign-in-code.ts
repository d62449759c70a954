/** Capital letters and digits that look like no other; without vowels they make no words. */
export const CODE_ALPHABET = 'BCDFGHJKMNPQRTVWXYZ3479';

const HALF = 4;

/** Characters of a code. */
export const CODE_LENGTH = 2 * HALF;

/** A code as people read it: `BCDF-GHJK`. */
export function shownCode(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/** The code in a text that a person has typed, in any case, with spaces and hyphens; undefined if there is none. */
export function codeIn(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  const isCode =
    code.length === CODE_LENGTH && Array.from(code).every((each) => CODE_ALPHABET.includes(each));
  return isCode ? code : undefined;
}

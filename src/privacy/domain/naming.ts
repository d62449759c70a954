/** Shorter keys, such as the external id 7, are words of any text. */
const SHORTEST_KEY = 3;

/**
 * True if a text has an e-mail address, an external id or the whole name of a person. Upper case, accents and
 * signs do not count; a name of one word may be a word of any text.
 */
export function namesSomeone(text: string, keys: readonly string[], names: readonly string[]): boolean {
  const words = ` ${wordsOf(text).join(' ')} `;
  const searched = [
    ...keys.filter((key) => key.length >= SHORTEST_KEY).map(wordsOf),
    ...names.map(wordsOf).filter(({ length }) => length > 1),
  ];
  return searched.some((each) => each.length > 0 && words.includes(` ${each.join(' ')} `));
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Full-width characters count twice, and lines break at each of them. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/;
const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Longer than a character that a reader sees. */
const LONGEST_CHARACTER = 100;

/** Widths of characters in Calibri, in digits, rounded up; of all others 1. */
const WIDTHS = new Map(
  Object.entries({ " ijlI.,:;|'": 0.55, 'frt()[]{}-!': 0.7, ABCDEGHKNOPQRUVX: 1.3, 'mwMW@%&': 1.75 }).flatMap(
    ([characters, width]) => Array.from(characters, (character) => [character, width] as const),
  ),
);

/** Number of lines that a text takes in a column. @param width - of the column, in digits */
export function lineCount(text: string, width: number): number {
  let count = text.endsWith('\n') || text === '' ? 1 : 0;
  for (let start = 0; start < text.length; count++) start = endOfLine(text, start, width);
  return count;
}

/** The beginning of a text, as much as fits into some lines. */
export function firstLines(text: string, width: number, count: number): string {
  let end = 0;
  for (let line = 0; line < count && end < text.length; line++) end = endOfLine(text, end, width);
  return text.slice(0, end);
}

/** The index at which the next line begins: after a line break, a space or, in a long word, a character. */
function endOfLine(text: string, start: number, width: number): number {
  let room = width;
  let lastBreak = start;
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\n') return index + 1;
    const isWide = WIDE.test(character);
    if (isWide) lastBreak = index;
    room -= isWide ? 2 : (WIDTHS.get(character) ?? 1);
    // Spaces at the end of a line take no room.
    if (room < 0 && character !== ' ') return lastBreak > start ? lastBreak : endOfPart(text, start, index);
    if (character === ' ' || isWide) lastBreak = index + 1;
  }
  return text.length;
}

/** The beginning of the character at an index, or its end where the line has nothing else. */
function endOfPart(text: string, start: number, index: number): number {
  const characters = CHARACTERS.segment(text.slice(start, index + LONGEST_CHARACTER));
  const last = characters.containing(index - start);
  return start + (last?.index || (last?.segment.length ?? 1));
}

/** Longest text of a cell of a workbook, in UTF-16 units; a longer one is cut. */
export const MAX_CELL_LENGTH = 32_767;

const ELLIPSIS = '…';
/** Longest grapheme that is kept whole. */
const CONTEXT = 128;
const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a text that is too long at the end of a whole character (as a reader counts: emoji and accents stay in one
 * piece) and marks the cut with `…`.
 * @param maxLength - longest result, in UTF-16 units
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, characterStart(text, maxLength - ELLIPSIS.length)) + ELLIPSIS;
}

/** Start of the grapheme at a position. */
function characterStart(text: string, place: number): number {
  const from = Math.max(0, place - CONTEXT);
  const context = CHARACTERS.segment(text.slice(from, place + CONTEXT));
  const start = from + (context.containing(place - from)?.index ?? 0);
  if (start > from || from === 0) return start;
  // A grapheme longer than the context: only a surrogate pair is kept whole.
  return (text.codePointAt(place - 1) ?? 0) > 0xffff ? place - 1 : place;
}

/** Longest text of a cell of a workbook, in UTF-16 units; a longer one is cut. */
export const MAX_CELL_LENGTH = 32_767;

const ELLIPSIS = '…';
const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Cuts a text that is too long at the end of a whole character (as a reader counts: emoji and accents stay in one
 * piece) and marks the cut with `…`.
 * @param maxLength - longest result, in UTF-16 units
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = CHARACTERS.segment(text).containing(maxLength - ELLIPSIS.length)?.index;
  return text.slice(0, end) + ELLIPSIS;
}

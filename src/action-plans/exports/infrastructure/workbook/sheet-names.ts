import { cutText } from './cut-text.js';

/** Name of the first sheet, in every language. */
export const SUMMARY_SHEET = 'Summary';

/** Excel's limit, in UTF-16 units. */
const MAX_NAME_LENGTH = 31;

/** Characters that Excel refuses in a name, that break XML or a line, and that reverse the writing direction. */
const UNFIT = /[[\]:*?/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
/** Office reads `_x0041_` as the character with that number. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * The name of an action's sheet: its number, then as much of its title as fits. The number makes it unique in any
 * case of letters, and neither `Summary` nor the reserved `History`. It has no `'`, which references would escape.
 * @param number - position of the action in the plan, from 1
 * @param fallback - used when no character of the title is allowed
 */
export function actionSheetName(number: number, title: string, fallback: string): string {
  const allowed = title.toWellFormed().replace(UNFIT, ' ').replace(ESCAPE, '-').replaceAll("'", '’');
  const name = allowed.replace(/\s+/g, ' ').trim() || fallback;
  return cutText(`${number} ${name}`, MAX_NAME_LENGTH);
}

/** The target of a link to the first cell of a sheet. */
export function sheetTarget(sheetName: string): string {
  return `#'${sheetName}'!A1`;
}

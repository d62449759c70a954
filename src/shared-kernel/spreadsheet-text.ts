/** The beginnings of texts that spreadsheets take for formulas, behind apostrophes that may be there already. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/**
 * The error of a formula as a text, as spreadsheets write it into files in the languages of the service, or the signs
 * of a column that is too narrow for its numbers.
 */
const ERROR = /^('*)\s*#(?:¡?[\p{Lu}\d/]{2,20}[!?]|N\/A|N\/D|NV|#{1,300})\s*$/u;

/**
 * A text as the cell of a file for spreadsheets. An apostrophe before what a spreadsheet would take for a formula or an
 * error makes it a text; {@link fromSpreadsheetText} removes it again.
 */
export function toSpreadsheetText(text: string): string {
  return isProtected(text) ? `'${text}` : text;
}

/** A formula that is nothing but a text: exports keep the zeros of numbers so. */
const TEXT_FORMULA = /^="([^"]*)"$/;

/** The text of a cell that {@link toSpreadsheetText} has made, or that a spreadsheet has kept as it was. */
export function fromSpreadsheetText(cell: string): string {
  const [, text] = TEXT_FORMULA.exec(cell) ?? [];
  if (text !== undefined) return text;
  return cell.startsWith("'") && isProtected(cell) ? cell.slice(1) : cell;
}

/** True for the error of a formula, which says nothing about the value of the cell. */
export function isErrorValue(cell: string): boolean {
  return ERROR.exec(cell)?.[1] === '';
}

function isProtected(text: string): boolean {
  return FORMULA.test(text) || ERROR.test(text);
}

/** The beginnings of texts that spreadsheets take for formulas, behind apostrophes that may be there already. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const ESCAPED = /^'+[=+\-@\t\r\n]/;

/**
 * A text as the cell of a file for spreadsheets. An apostrophe before what a spreadsheet would take for a formula makes
 * it a text; {@link fromSpreadsheetText} removes it again.
 */
export function toSpreadsheetText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text of a cell that {@link toSpreadsheetText} has made, or that a spreadsheet has kept as it was. */
export function fromSpreadsheetText(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}

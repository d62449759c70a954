import { headerKey } from './source-columns.js';

/** A value that is a beginning ends so. */
const ANY_END = '*';

/** The values of a column by which rows are told apart, without regard to case and spaces. */
export class RowRule {
  private readonly values: ReadonlySet<string>;
  private readonly beginnings: readonly string[];

  /** @param values - of which those with `*` at their end are beginnings */
  constructor(values: readonly string[]) {
    this.values = new Set(values.map(headerKey));
    this.beginnings = values
      .filter((value) => value.endsWith(ANY_END))
      .map((value) => headerKey(value.slice(0, -ANY_END.length)));
  }

  matches(text: string): boolean {
    const key = headerKey(text);
    return this.values.has(key) || this.beginnings.some((beginning) => key.startsWith(beginning));
  }
}

/** Beginnings of the last rows of reports, in the languages of the service. */
const TOTALS = [
  /^(?:grand |zwischen|gesamt)?(?:summe|total(?:s|e|es|i|is)?|totaux|somme|suma|soma|sum|count|row count|anzahl|gesamt)(?: ?[:=])?(?: ?\d.*)?$/u,
  /^(?:ende der liste|end of (?:list|report)|fin de (?:la )?list[ae]?|fine elenco|fim da lista)(?!\p{L})/u,
  /^(?:seite|page|pagina|página) \d/u,
  /^(?:\*{3}|-{3}|={3})/u,
];

/** Most filled cells of the last row of a report. */
const MAX_TOTAL_CELLS = 2;

/** Characters of a cell that are looked at. */
const LONGEST_TOTAL = 100;

/** Fewest columns of a file in which a row of few cells says something. */
const MIN_COLUMNS = 2;

/** True for a row that is a total or the end of a report. @param filled - texts of its cells that are not empty */
export function looksLikeTotal(filled: readonly string[], columns: number): boolean {
  if (columns < MIN_COLUMNS || filled.length > MAX_TOTAL_CELLS) return false;
  const keys = filled.map((text) => headerKey(text.slice(0, LONGEST_TOTAL)));
  return keys.some((key) => TOTALS.some((total) => total.test(key)));
}

/** A cell of a line that is drawn with signs. */
const RULER = /^[-=_+|\s]{3,}$/;

/** True for a row that is a line between others. @param filled - texts of its cells that are not empty */
export function isRuler(filled: readonly string[]): boolean {
  return filled.length > 0 && filled.every((text) => RULER.test(text));
}

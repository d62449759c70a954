import { guessProperty } from '../domain/column-guess.js';
import { headerKey, type SourceColumns } from '../domain/source-columns.js';
import { headerCells, type FileColumns } from './file-columns.js';
import { shownText, type FileRow } from './file-rows.js';

/** Rows that are not empty among which the header row is looked for. */
export const SEARCHED_ROWS = 20;

/** Fewest columns by which a row is taken for the header row before another one. */
const MIN_KNOWN = 2;

/**
 * The place of the header row among the first rows of a file: the one that the source names, unless another one alone
 * has all columns, as in downloads. Else it is the first one that has all columns of the source and a key of people, or
 * the one with the most headers that may be properties. Rows above it are the title of a report.
 * @returns -1 where the row that the source names is empty
 */
export function findHeader(
  rows: readonly FileRow[],
  source: SourceColumns,
  characteristics: readonly string[],
): number {
  const { headerRow } = source.source;
  const searched = rows.slice(0, SEARCHED_ROWS);
  const complete = searched.findIndex((row) => isComplete(row, source));
  if (headerRow !== undefined) {
    const named = rows.findIndex(({ line }) => line === headerRow);
    const isNamed = named !== -1 && rows[named] !== undefined && isComplete(rows[named], source);
    return isNamed || complete === -1 ? named : complete;
  }
  if (complete !== -1) return complete;
  const known = searched.map((row) => knownIn(row, source, characteristics));
  const most = Math.max(...known);
  return most < MIN_KNOWN ? 0 : known.indexOf(most);
}

function isComplete(row: FileRow, source: SourceColumns): boolean {
  const headers = headerCells(row).map(({ header }) => header);
  const properties = headers.map((header) => source.propertyOf(header));
  return (
    source.missing(headers).length === 0 &&
    (properties.includes('externalId') || properties.includes('email'))
  );
}

function knownIn(row: FileRow, source: SourceColumns, characteristics: readonly string[]): number {
  return headerCells(row).filter(
    ({ header }) =>
      source.isEnd(header) ||
      source.propertyOf(header) !== undefined ||
      guessProperty(header, characteristics) !== undefined,
  ).length;
}

/** The first row above the header row that looks like a person: the file may be sorted wrongly. */
export function personAbove(
  rows: readonly FileRow[],
  { headers, columns }: FileColumns,
): FileRow | undefined {
  const email = columns.find(({ property }) => property === 'email');
  return rows.find((row) => {
    const texts = row.cells.map((cell) => shownText(cell).trim());
    const isMail = email?.places.some(({ index }) => texts[index]?.includes('@'));
    return (
      isMail === true || (headers.length > 2 && headers.every(({ index }) => (texts[index] ?? '') !== ''))
    );
  });
}

/** True for a row that repeats the header row, as reports do on each page. */
export function isRepeatedHeader(row: FileRow, headers: ReadonlyMap<number, string>): boolean {
  const cells = headerCells(row);
  return (
    cells.length === headers.size &&
    cells.every(({ index, header }) => headers.get(index) === headerKey(header))
  );
}

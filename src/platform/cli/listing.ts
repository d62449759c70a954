import type { Outcome } from './output.js';
import { table } from './table.js';

type Cell = string | Date | null | undefined;

/**
 * The result of a command that lists records: a table, or an array without the properties that are null.
 * @param limit - the most records that were asked for
 * @param columns - the cell of a record by heading
 */
export function listing<T extends object>(
  records: readonly T[],
  limit: number,
  columns: Readonly<Record<string, (record: T) => Cell>>,
): Outcome {
  const rows = records.map((record) => Object.values(columns).map((cellOf) => textOf(cellOf(record))));
  const isCut = records.length === limit;
  return {
    text: table(Object.keys(columns), rows),
    json: records.map(withoutNulls),
    ...(isCut && { note: `The newest ${limit} are shown; there may be more (--limit).` }),
  };
}

/** The result of a command that shows one record: a line for each property, or an object without null properties. */
export function details<T extends object>(
  record: T,
  lines: Readonly<Record<string, (record: T) => Cell>>,
): Outcome {
  const [first = [], ...rest] = Object.entries(lines).map(([heading, cellOf]) => [
    heading,
    textOf(cellOf(record)) ?? '-',
  ]);
  return { text: table(first, rest), json: withoutNulls(record) };
}

function withoutNulls(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Titles may contain line breaks and control characters. */
function textOf(cell: Cell): string | undefined {
  return cell instanceof Date ? cell.toISOString() : cell?.replace(/[\s\p{Cc}]+/gu, ' ');
}

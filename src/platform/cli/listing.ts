import type { Outcome } from './output.js';
import { table } from './table.js';

type Cell = string | Date | null | undefined;

/**
 * The result of a command that lists records: a table, on a terminal as wide as that, or an array without the
 * properties that are null.
 * @param limit - the most records that were asked for
 * @param columns - the cell of a record by heading
 */
export function listing<T extends object>(
  records: readonly T[],
  limit: number,
  columns: Readonly<Record<string, (record: T) => Cell>>,
): Outcome {
  const rows = records.map((record) => Object.values(columns).map((cellOf) => textOf(cellOf(record))));
  const headings = Object.keys(columns);
  const whole = table(headings, rows);
  const text = table(headings, rows, terminalWidth());
  const notes = [
    ...(records.length === limit ? [`The newest ${limit} are shown; there may be more (--limit).`] : []),
    ...(text === whole
      ? []
      : ['Columns are cut to the width of the terminal; a pipe and --json have everything.']),
  ];
  return {
    text,
    json: records.map(withoutNulls),
    ...(notes.length > 0 && { note: notes.join('\n') }),
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

/** Infinity for a pipe or a file, and for a terminal that does not say. */
function terminalWidth(): number {
  return (process.stdout.isTTY && process.stdout.columns) || Infinity;
}

function withoutNulls(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Titles may contain line breaks and control characters. */
function textOf(cell: Cell): string | undefined {
  return cell instanceof Date ? cell.toISOString() : cell?.replace(/[\s\p{Cc}]+/gu, ' ');
}

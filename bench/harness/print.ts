import { isMet, type Effort, type Goal, type Result } from './bench.js';
import type { Spread } from './statistics.js';

/** The result of a bench as text for the terminal. */
export function print(name: string, effort: Effort, { notes, rows, goals }: Result): string {
  const { rounds, seconds, connections } = effort;
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  return [
    '',
    `${name}: ${rounds} rounds, up to ${seconds} s per target and ${connections} connections; median (min–max)`,
    ...notes,
    '',
    ...table([
      ['', ...columns],
      ...rows.map((row) => [row.name, ...columns.map((column) => cell(row.figures[column]))]),
    ]),
    '',
    ...goals.map(goalLine),
    '',
  ].join('\n');
}

function goalLine(goal: Goal): string {
  const { name, value, atLeast, atMost } = goal;
  const limit = [
    ...(atLeast === undefined ? [] : [`≥ ${atLeast}`]),
    ...(atMost === undefined ? [] : [`≤ ${atMost}`]),
  ];
  return `${name}: ${cell(value)}, goal ${limit.join(' and ')}: ${isMet(goal) ? 'met' : 'NOT MET'}`;
}

function cell(value: Spread | undefined): string {
  if (!value) return '';
  const digits = value.median >= 100 ? 0 : value.median >= 10 ? 1 : 2;
  const [median, min, max] = [value.median, value.min, value.max].map((figure) =>
    figure.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  return min === max ? `${median}` : `${median} (${min}–${max})`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

import { codePointLength } from '../../shared-kernel/text.js';

/** Columns of equal width, two spaces apart, the headings first; nothing in a cell is shown as `-`. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell ?? '-'))];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => codePointLength(line[column] ?? ''))),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - codePointLength(cell));
}

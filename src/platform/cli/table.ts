import { codePointLength } from '../../shared-kernel/text.js';

/** The least to which a column is cut: the day of a time without its year, or the beginning of a name. */
const MIN_WIDTH = 6;
const GAP = '  ';

/**
 * Columns of equal width, two spaces apart, the headings first; nothing in a cell is shown as `-`.
 * @param maxWidth - of a line; wider columns but the first, which has the ids, are cut and end in `…`
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  maxWidth = Infinity,
): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell ?? '-'))];
  const widths = narrowed(
    headings.map((_, column) => Math.max(...lines.map((line) => codePointLength(line[column] ?? '')))),
    maxWidth,
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Cuts the widest columns first. */
function narrowed(widths: readonly number[], maxWidth: number): readonly number[] {
  const widthsUpTo = (limit: number): readonly number[] =>
    widths.map((width, column) => (column === 0 ? width : Math.min(width, limit)));
  const gaps = GAP.length * (widths.length - 1);
  let limit = Math.max(MIN_WIDTH, ...widths);
  while (limit > MIN_WIDTH && widthsUpTo(limit).reduce((sum, width) => sum + width, gaps) > maxWidth) limit--;
  return widthsUpTo(limit);
}

function pad(cell: string, width: number): string {
  const length = codePointLength(cell);
  if (length <= width) return cell + ' '.repeat(width - length);
  return `${Array.from(cell)
    .slice(0, width - 1)
    .join('')}…`;
}

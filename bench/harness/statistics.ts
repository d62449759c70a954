/** The middle of several measurements and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The spread of one figure over the rounds. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: median(sorted), min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}

/** The nearest-rank percentile of values in ascending order. */
export function percentile(ascending: readonly number[], percent: number): number {
  const rank = Math.ceil((percent / 100) * ascending.length);
  return ascending[Math.max(rank, 1) - 1] ?? NaN;
}

function median(ascending: readonly number[]): number {
  const middle = ascending.length / 2;
  const upper = ascending[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((ascending[middle - 1] ?? NaN) + upper) / 2 : upper;
}

/** Median, lowest and highest value of a figure over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  const median = Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
  return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}

/** The ratio of two figures in each round: other work on the machine slows both of them. */
export function ratio(figures: readonly number[], others: readonly number[]): Spread {
  return spread(figures.map((figure, round) => figure / (others[round] ?? NaN)));
}

/** The nearest-rank percentile of values in ascending order. */
export function percentile(ascending: readonly number[], percent: number): number {
  const rank = Math.ceil((percent / 100) * ascending.length);
  return ascending[Math.max(rank, 1) - 1] ?? NaN;
}

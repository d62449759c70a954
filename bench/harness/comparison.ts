import { spread, type Spread } from './statistics.js';

/** What two targets are compared by; that of most benches is the requests per second. */
export type Figure = 'requestsPerSecond' | 'p50' | 'p99' | 'time';

/** A figure of one target as a ratio to that of another one in the same round. */
export interface Comparison {
  readonly of: string;
  readonly against: string;
  /** `requestsPerSecond` when left out. */
  readonly figure?: Figure;
  /** The least ratio that is good enough. Without this and {@link atMost} a comparison is for information. */
  readonly atLeast?: number;
  /** The greatest ratio that is good enough. */
  readonly atMost?: number;
  /** What is hoped for beyond what is required; a bench does not fail for it. */
  readonly hopedFor?: number;
}

/** A comparison with its outcome. */
export interface ComparisonResult extends Comparison {
  readonly ratio: Spread;
  readonly isMet: boolean;
}

/**
 * Judges a comparison by the median of the ratios within each round.
 * @param figures - of what is compared, round by round
 * @param against - of what it is compared with, likewise
 */
export function judge(
  comparison: Comparison,
  figures: readonly number[],
  against: readonly number[],
): ComparisonResult {
  const ratio = spread(figures.map((figure, round) => figure / (against[round] ?? NaN)));
  const { atLeast = 0, atMost = Infinity } = comparison;
  return { ...comparison, ratio, isMet: ratio.median >= atLeast && ratio.median <= atMost };
}

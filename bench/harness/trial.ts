import type { ComparisonResult } from './comparison.js';
import type { Spread } from './statistics.js';

/** A figure over all rounds. */
export interface Measurement {
  readonly name: string;
  readonly unit: 'ms' | 'MiB' | 'bytes';
  readonly value: Spread;
  /** The greatest median that is good enough; for information when left out. */
  readonly atMost?: number;
}

/** What a bench has found that measures by itself. */
export interface Trial {
  readonly notes: readonly string[];
  readonly measurements: readonly Measurement[];
  readonly comparisons: readonly ComparisonResult[];
}

/** Whether a measurement is as good as it must be. */
export function isWithin({ value, atMost = Infinity }: Measurement): boolean {
  return value.median <= atMost;
}

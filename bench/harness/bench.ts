import type { Stage } from './stage.js';
import type { Target } from './target.js';

/** A figure of one target as a ratio to that of another one in the same round. */
export interface Comparison {
  readonly of: string;
  readonly against: string;
  /** The least ratio that is good enough; for information when left out. */
  readonly atLeast?: number;
}

/** What a bench measures, ready to be driven. */
export interface Plan {
  /** What was checked and should be known of the figures, one sentence each. */
  readonly notes: readonly string[];
  /** In the order of their turns. */
  readonly targets: readonly Target[];
  readonly comparisons: readonly Comparison[];
  /** Tables whose scans are counted while the targets are driven. Floors must work on a copy of them. */
  readonly tables: {
    /** The service must not read these at all. */
    readonly untouched: readonly string[];
    /** For information. */
    readonly counted: readonly string[];
  };
}

/** One question about speed, answered by ratios within one run: absolute figures are of one machine and day. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  /** Starts what it needs on the stage, makes sure that all targets answer the same, and says what to drive. */
  prepare(stage: Stage): Promise<Plan>;
}

import type { Comparison } from './comparison.js';
import type { Effort } from './effort.js';
import type { Stage } from './stage.js';
import type { Target } from './target.js';
import type { Trial } from './trial.js';

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

interface Question {
  readonly name: string;
  readonly summary: string;
  /** Where this bench needs more or less than others. The command line has the last word. */
  readonly effort?: Partial<Effort>;
  /** A module that the service loads before its own, and that answers the questions of {@link Stage.askService}. */
  readonly probe?: URL;
}

/** A question about requests. */
export interface LoadBench extends Question {
  /** Starts what it needs on the stage, makes sure that all targets answer the same, and says what to drive. */
  prepare(stage: Stage): Promise<Plan>;
}

/** A question about something else than requests, which the bench measures by itself. */
export interface TrialBench extends Question {
  /** @param tell - told about each step */
  conduct(stage: Stage, effort: Effort, tell: (progress: string) => void): Promise<Trial>;
}

/** One question about speed, answered by ratios within one run: absolute figures are of one machine and day. */
export type Bench = LoadBench | TrialBench;

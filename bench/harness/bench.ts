import type { Stage } from './stage.js';
import type { Spread } from './statistics.js';

/** Number and length of the measurements of a bench. */
export interface Effort {
  /** Rounds that count, after one that does not. */
  readonly rounds: number;
  /** Length of the turn of one target in a round. */
  readonly seconds: number;
  readonly connections: number;
}

export const DEFAULT_EFFORT: Effort = { rounds: 5, seconds: 4, connections: 32 };

/** A line of the table of figures. */
export interface Row {
  readonly name: string;
  /** By name and unit, like `p50, ms`. */
  readonly figures: Readonly<Record<string, Spread>>;
}

/** A limit for the median of a figure. */
export interface Goal {
  readonly name: string;
  readonly value: Spread;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Result {
  /** Descriptions of the measurements, one sentence each. */
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
}

/** Something that a bench needs is missing: it cannot run here. */
export class NotPossible extends Error {}

/** One question about speed. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  /** Differences from {@link DEFAULT_EFFORT}. */
  readonly effort?: Partial<Effort>;
  /** A module that the service loads first, and that answers {@link Stage.askService}. */
  readonly probe?: URL;
  /** Starts what it needs, checks that the baseline answers the same as the service, and measures. */
  run(stage: Stage, effort: Effort): Promise<Result>;
}

export function isMet({ value, atLeast = -Infinity, atMost = Infinity }: Goal): boolean {
  return value.median >= atLeast && value.median <= atMost;
}

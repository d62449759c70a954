import type { Stage } from './stage.js';

/** One promise that a program has checked. */
export interface Finding {
  readonly promise: string;
  /** Counts and measurements, in words. */
  readonly seen: string;
  readonly holds: boolean;
}

/** Something that a program needs is missing: it cannot run here. */
export class NotPossible extends Error {}

/** A program that breaks something on purpose and counts whether the service keeps its promises. */
export interface TrustProgram {
  readonly summary: string;
  /** Longest time in seconds. */
  readonly limit: { readonly short: number; readonly whole: number };
  run(stage: Stage): Promise<readonly Finding[]>;
}

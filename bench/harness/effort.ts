import type { Intensity } from './driver.js';

/** How long a bench measures. */
export interface Effort extends Intensity {
  readonly rounds: number;
}

/** Of a bench that does not say otherwise. */
export const DEFAULT_EFFORT: Effort = { rounds: 5, seconds: 4, connections: 32 };

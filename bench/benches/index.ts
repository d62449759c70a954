import type { Bench } from '../harness/bench.js';
import { templates } from './templates.js';

/** Every bench; a new one is added here. */
export const benches: readonly Bench[] = [templates];

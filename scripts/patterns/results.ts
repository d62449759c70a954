import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { BOUNDS, type Unsafe } from './search.js';

/**
 * Results of former searches, which `scripts/patterns/results.json` keeps: a whole search takes more than a minute of
 * a processor, most of it for a few long patterns. Findings are kept, too, so that each needs its exception in every
 * run. A pattern is known by its whole text, and a package by its exact version.
 */
export interface Results {
  /** Patterns of the service. */
  readonly safe: readonly string[];
  readonly unsafe: Unsafe;
  /** The findings in each package. */
  readonly packages: Readonly<Record<string, Unsafe>>;
}

export const NO_RESULTS: Results = { safe: [], unsafe: {}, packages: {} };

const FILE = 'scripts/patterns/results.json';

/** Another version of `recheck`, another bound or another way to collect patterns may find more. */
const PROGRAM = createHash('sha256')
  .update(readFileSync('node_modules/recheck/package.json'))
  .update(JSON.stringify(BOUNDS))
  .update(readFileSync('scripts/patterns/collect.ts'))
  .digest('hex');

/** @returns nothing, if another program searched */
export function readResults(file = FILE): Results {
  const { by, ...results } = JSON.parse(readFileSync(file, 'utf8')) as Results & { by: string };
  return by === PROGRAM ? results : NO_RESULTS;
}

export function writeResults(results: Results, file = FILE): void {
  writeFileSync(file, `${JSON.stringify({ by: PROGRAM, ...results }, null, 2)}\n`);
}

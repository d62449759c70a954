import type { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import type { TestRun } from './environment.js';

/** Resources that the global set-up opens and the global tear-down closes; both run in one process. */
export interface GlobalResources extends TestRun {
  readonly embedded: EmbeddedPostgres | undefined;
  /** Temporary folder of the embedded server. */
  readonly directory: string | undefined;
}

const HELD = Symbol.for('wes.test.global-resources');

export function holdResources(resources: GlobalResources): void {
  (globalThis as Record<symbol, unknown>)[HELD] = resources;
}

export function heldResources(): GlobalResources | undefined {
  return (globalThis as Record<symbol, unknown>)[HELD] as GlobalResources | undefined;
}

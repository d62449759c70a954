import { exportsSurvive } from './exports.js';
import { freeze } from './freeze.js';
import type { TrustProgram } from './harness/program.js';
import { rolling } from './rolling.js';

/** The programs of `npm run trust`, by name. */
export const programs: Readonly<Record<string, TrustProgram>> = {
  exports: exportsSurvive,
  freeze,
  rolling,
};

import { dashboard } from './dashboard.js';
import { exportsSurvive } from './exports.js';
import { freeze } from './freeze.js';
import { fuzz } from './fuzz.js';
import type { TrustProgram } from './harness/program.js';
import { isolation } from './isolation.js';
import { redisFailover } from './redis-failover.js';
import { rolling } from './rolling.js';
import { soak } from './soak.js';
import { sync } from './sync.js';

/** The programs of `npm run trust`, by name. */
export const programs: Readonly<Record<string, TrustProgram>> = {
  exports: exportsSurvive,
  freeze,
  rolling,
  'redis-failover': redisFailover,
  fuzz,
  isolation,
  sync,
  soak,
  dashboard,
};

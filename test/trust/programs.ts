import { dashboard } from './dashboard.js';
import { exportsSurvive } from './exports.js';
import { failover } from './failover.js';
import { freeze } from './freeze.js';
import { fuzz } from './fuzz.js';
import type { TrustProgram } from './harness/program.js';
import { isolation } from './isolation.js';
import { pooled } from './pooled.js';
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
  pooled,
  failover,
};

/** Programs that `npm test` leaves out: it has a briefer form of the first, and the others take or install too much. */
export const byHand: readonly string[] = ['soak', 'redis-failover', 'pooled', 'failover'];

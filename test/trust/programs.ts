import { canary } from './canary.js';
import { citus } from './citus.js';
import { dashboard } from './dashboard.js';
import { exportsSurvive } from './exports.js';
import { failover } from './failover.js';
import { fairness } from './fairness.js';
import { feed } from './feed.js';
import { freeze } from './freeze.js';
import { fuzz } from './fuzz.js';
import { growth } from './growth.js';
import { hostile } from './hostile.js';
import type { TrustProgram } from './harness/program.js';
import { isolation } from './isolation.js';
import { persons } from './persons.js';
import { pooled } from './pooled.js';
import { redisFailover } from './redis-failover.js';
import { rolling } from './rolling.js';
import { scim } from './scim.js';
import { soak } from './soak.js';
import { staffSync } from './staff-sync.js';
import { sync } from './sync.js';
import { webhooks } from './webhooks.js';

/** The programs of `npm run trust`, by name. */
export const programs: Readonly<Record<string, TrustProgram>> = {
  exports: exportsSurvive,
  freeze,
  rolling,
  'redis-failover': redisFailover,
  fuzz,
  isolation,
  growth,
  fairness,
  hostile,
  sync,
  feed,
  'staff-sync': staffSync,
  persons,
  soak,
  dashboard,
  pooled,
  failover,
  citus,
  webhooks,
  scim,
  canary,
};

/** Programs whose promises no spec checks; `npm test` runs their short forms. */
export const inTests = ['fuzz', 'isolation', 'growth', 'canary', 'persons'] as const;

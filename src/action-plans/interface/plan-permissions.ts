import type { SessionPermission } from '../../platform/http/permission.js';
import { COMPANY_MANAGERS } from '../../shared-kernel/actor.js';

/** Every company manager may use plans. Rights on a single plan: `plan-policy.ts`. */
export const USE_PLANS: SessionPermission = {
  area: 'session',
  name: 'plans:use',
  roles: COMPANY_MANAGERS,
};

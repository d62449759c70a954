import type { SessionPermission } from '../../platform/http/permission.js';
import { COMPANY_MANAGERS } from '../../shared-kernel/actor.js';

/** Every company manager keeps plans; what may be done to a plan of somebody else is the plan's own policy. */
export const USE_PLANS: SessionPermission = {
  area: 'session',
  name: 'plans:use',
  roles: COMPANY_MANAGERS,
};

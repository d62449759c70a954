import type { SessionPermission } from '../../../platform/http/permission.js';
import { COMPANY_MANAGERS } from '../../../shared-kernel/actor.js';

/** Every company manager exports the plans that they may read (decisions 3). */
export const EXPORT_PLANS: SessionPermission = {
  area: 'session',
  name: 'plans:export',
  roles: COMPANY_MANAGERS,
};

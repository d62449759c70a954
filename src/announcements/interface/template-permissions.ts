import type { SessionPermission } from '../../platform/http/permission.js';
import { COMPANY_MANAGERS } from '../../shared-kernel/actor.js';

/** Every company manager picks from the enabled templates. */
export const READ_TEMPLATES: SessionPermission = {
  area: 'session',
  name: 'templates:read',
  roles: COMPANY_MANAGERS,
};

/** Admins curate the catalogue; where the deployment names an operator company, its admins alone. */
export const MANAGE_TEMPLATES: SessionPermission = {
  area: 'session',
  name: 'templates:manage',
  roles: ['ADMIN'],
  operatorCompanyOnly: true,
};

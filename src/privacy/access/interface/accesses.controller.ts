import { Controller } from '@nestjs/common';
import { accessesControllerOf } from './access-operations.js';

const PUBLIC_PATH = 'api/v1/public/company/people/access';
const ADMIN_PATH = 'api/v1/company/people/access';

const PUBLIC = accessesControllerOf({
  permission: { area: 'apiKey', scope: 'people:access' },
  path: PUBLIC_PATH,
  suffix: '',
});

const ADMIN = accessesControllerOf({
  permission: { area: 'session', name: 'people:access', roles: ['ADMIN'] },
  path: ADMIN_PATH,
  suffix: 'AsAdmin',
});

/** Access of people to their data (GDPR, Articles 15 and 20; ADR 53), for systems with a key. */
@Controller(PUBLIC_PATH)
export class AccessesController extends PUBLIC {}

/** Access of people to their data, for admins. */
@Controller(ADMIN_PATH)
export class AdminAccessesController extends ADMIN {}

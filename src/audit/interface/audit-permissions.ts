import type { SessionPermission } from '../../platform/http/permission.js';

export const READ_AUDIT: SessionPermission = { area: 'session', name: 'audit:read', roles: ['ADMIN'] };

import type { ApiKeyPermission } from '../../platform/http/permission.js';

export const READ_EMPLOYEES = { area: 'apiKey', scope: 'employees:read' } satisfies ApiKeyPermission;

export const WRITE_EMPLOYEES = { area: 'apiKey', scope: 'employees:write' } satisfies ApiKeyPermission;

import { documentsOf } from '../../platform/database/change-source.js';

/** Employees in the change feed, deleted ones too: they stay, and their `deletedAt` tells when they left. */
export const EMPLOYEE_CHANGES = documentsOf('employee', 'employee', { isKept: true });

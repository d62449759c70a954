import { documentsOf } from '../../platform/database/change-source.js';

/** Employees in the change feed. The rows of deleted ones stay, and their `deletedAt` tells when they left. */
export const EMPLOYEE_CHANGES = documentsOf('employee', 'employee', {
  isKept: true,
  hasLeft: 'r.deleted_at IS NOT NULL',
});

import { documentsOf } from '../../platform/database/change-source.js';

/**
 * Employees in the change feed. The rows of deleted ones stay, and their `deletedAt` tells when they left; those who
 * were erased have tombstones.
 */
export const EMPLOYEE_CHANGES = documentsOf('employee', 'employee', {
  hasLeft: 'r.deleted_at IS NOT NULL',
});

import { documentsOf } from '../../platform/database/change-source.js';
import { EmployeeResponse } from './employee.response.js';

/**
 * Employees in the change feed. The rows of deleted ones stay, and their `deletedAt` tells when they left; those who
 * were erased have tombstones.
 */
export const EMPLOYEE_CHANGES = documentsOf('employee', 'employee', {
  words: 'An employee',
  scope: 'employees:read',
  response: EmployeeResponse,
  hasLeft: 'r.deleted_at IS NOT NULL',
});

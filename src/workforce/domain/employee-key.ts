import { emailIssues } from '../../shared-kernel/email.js';
import { filledTextIssues } from '../../shared-kernel/text.js';
import { EMPLOYEE_LIMITS } from './employee.rules.js';

/** What identifies an employee in a path. */
export type EmployeeKey = { readonly email: string } | { readonly externalId: string };

/** Whether any employee may have such a key. Others are not looked up: PostgreSQL does not take every text. */
export function isPossible(key: EmployeeKey): boolean {
  const issues =
    'email' in key ? emailIssues(key.email) : filledTextIssues(key.externalId, EMPLOYEE_LIMITS.externalId);
  return issues.length === 0;
}

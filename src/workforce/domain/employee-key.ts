import { EMPLOYEE_RULES } from './employee.rules.js';

/** What identifies an employee in a path. */
export type EmployeeKey = { readonly email: string } | { readonly externalId: string };

/** Whether any employee may have such a key. Others are not looked up: PostgreSQL does not take every text. */
export function isPossible(key: EmployeeKey): boolean {
  const issues = 'email' in key ? EMPLOYEE_RULES.email(key.email) : EMPLOYEE_RULES.externalId(key.externalId);
  return issues.length === 0;
}

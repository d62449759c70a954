import { EMPLOYEE_RULES } from './employee.rules.js';

/** What the API calls a person by. */
export type EmployeeKey = { readonly email: string } | { readonly externalId: string };

/** Whether anybody may have such a key. Others need not be looked up, and may be no text for a database. */
export function mayNameSomebody(key: EmployeeKey): boolean {
  const issues = 'email' in key ? EMPLOYEE_RULES.email(key.email) : EMPLOYEE_RULES.externalId(key.externalId);
  return issues.length === 0;
}

import type { EmployeeContent } from './employee-content.js';
import type { EmployeeKey } from './employee-key.js';
import type { Turnover } from './employee.js';

/** A change of one employee among many. */
export type BulkRow =
  | { readonly operation: 'invite'; readonly content: InvitedContent }
  | { readonly operation: 'update'; readonly key: EmployeeKey; readonly content: EmployeeContent }
  | { readonly operation: 'end'; readonly key: EmployeeKey; readonly turnover: Turnover };

/** Properties of an invitation, in which null counts as absent. */
export type InvitedContent = { [Name in keyof EmployeeContent]: Exclude<EmployeeContent[Name], null> };

export function withoutNulls(content: EmployeeContent): InvitedContent {
  const given = Object.entries(content).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
}

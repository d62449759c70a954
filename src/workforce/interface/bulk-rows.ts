import { readOperation } from '../../platform/bulk/bulk-rows.js';
import { issue } from '../../platform/dto/checks.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { withoutNulls, type BulkRow } from '../domain/bulk-row.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import { startOfToday } from '../domain/turnover-day.js';
import { ROWS, type EndRow, type InviteRow, type UpdateRow } from './bulk-employees.request.js';

/** Prefix of the paths of issues in the body of a single operation. */
const EMPLOYEE = 'employee.';

/** Reads a row. @throws {ValidationFailed} */
export function toBulkRow(row: unknown): BulkRow {
  const { value, issues } = readOperation<InviteRow | UpdateRow | EndRow>(row, ROWS);
  refuse(issues.map(asOfSingleOperation));
  switch (value.operation) {
    case 'invite':
      return { operation: 'invite', content: contentOf(value) };
    case 'update':
      return { operation: 'update', key: keyOf(value), content: value.employee };
    case 'end': {
      const { turnoverDate, turnoverType: type } = value;
      const date = turnoverDate === undefined ? startOfToday() : new Date(turnoverDate);
      return { operation: 'end', key: keyOf(value), turnover: { date, type } };
    }
  }
}

/** The body of an invitation, with the identifier beside it. */
function contentOf({ email, externalId, employee = {} }: InviteRow): ReturnType<typeof withoutNulls> {
  refuseBoth(email, externalId);
  const content = withoutNulls(employee);
  const disagrees = (path: string): ValidationIssue =>
    issue('DISAGREES', 'must be that of employee, or absent', path);
  if (email !== undefined && foldEmail(content.email ?? email) !== foldEmail(email))
    refuse([disagrees('email')]);
  if (externalId !== undefined && (content.externalId ?? externalId) !== externalId)
    refuse([disagrees('externalId')]);
  return {
    ...(email !== undefined && { email }),
    ...(externalId !== undefined && { externalId }),
    ...content,
  };
}

function keyOf({ email, externalId }: UpdateRow | EndRow): EmployeeKey {
  refuseBoth(email, externalId);
  if (email !== undefined) return { email };
  if (externalId !== undefined) return { externalId };
  throw new ValidationFailed([issue('REQUIRED', 'is required where there is no externalId', 'email')]);
}

function refuseBoth(email: string | undefined, externalId: string | undefined): void {
  if (email !== undefined && externalId !== undefined)
    refuse([issue('NOT_ALONE', 'must be absent where there is an externalId', 'email')]);
}

/** In the body of the single operation the properties of the employee have no path before them. */
function asOfSingleOperation(found: ValidationIssue): ValidationIssue {
  const { path } = found;
  return path.startsWith(EMPLOYEE) ? { ...found, path: path.slice(EMPLOYEE.length) } : found;
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues);
}

import { setImmediate as giveWay } from 'node:timers/promises';
import { issue, isRecord, unknownProperty } from '../../platform/dto/checks.js';
import { readDto } from '../../platform/dto/read-dto.js';
import { problemOf, type HttpProblem } from '../../platform/http/http-problem.js';
import { checkComplexity } from '../../platform/http/request-body.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { propertyName, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { withoutNulls, type BulkRow } from '../domain/bulk-row.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import { MAX_BULK_ROWS } from '../domain/employee.rules.js';
import { startOfToday } from '../domain/turnover-day.js';
import { ROWS, type EndRow, type InviteRow, type UpdateRow } from './bulk-employees.request.js';

/** Time for which rows are read before other requests have a turn. */
const TURN_MS = 10;

const OPERATIONS = Object.keys(ROWS);

/** Prefix of the paths of issues in the body of a single operation. */
const EMPLOYEE = 'employee.';

/**
 * The rows of a body, as they were sent.
 * @throws {ValidationFailed}
 */
export function rowsOf(body: unknown): readonly unknown[] {
  if (!isRecord(body)) {
    const code = body === undefined || body === null ? 'REQUIRED' : 'WRONG_TYPE';
    throw new ValidationFailed([issue(code, 'must be a JSON object')]);
  }
  const { rows, ...others } = body;
  const issues = Object.keys(others).map((name) => unknownProperty(propertyName(name)));
  if (rows === undefined || rows === null) issues.unshift(issue('REQUIRED', 'is required', 'rows'));
  else if (!Array.isArray(rows)) issues.unshift(issue('WRONG_TYPE', 'must be an array', 'rows'));
  else if (rows.length > MAX_BULK_ROWS)
    issues.unshift(issue('TOO_MANY', `must have at most ${MAX_BULK_ROWS} entries`, 'rows'));
  if (issues.length > 0) throw new ValidationFailed(issues);
  return rows as unknown[];
}

/** Validates rows one by one. @returns the problem of one that is not valid in its place */
export async function readRows(rows: readonly unknown[]): Promise<(BulkRow | HttpProblem)[]> {
  const read: (BulkRow | HttpProblem)[] = [];
  let turn = performance.now();
  for (const row of rows) {
    read.push(readRow(row));
    if (performance.now() - turn < TURN_MS) continue;
    await giveWay();
    turn = performance.now();
  }
  return read;
}

function readRow(row: unknown): BulkRow | HttpProblem {
  try {
    return toBulkRow(row);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) return problem;
    throw error;
  }
}

function toBulkRow(row: unknown): BulkRow {
  if (!isRecord(row)) throw new ValidationFailed([issue('WRONG_TYPE', 'must be an object')], 'The row');
  checkComplexity(row);
  const { operation } = row;
  if (typeof operation !== 'string' || !OPERATIONS.includes(operation)) {
    const isMissing = operation === undefined || operation === null;
    const message = `must be one of ${OPERATIONS.join(', ')}`;
    throw new ValidationFailed([issue(isMissing ? 'REQUIRED' : 'NOT_ALLOWED', message, 'operation')]);
  }
  const { value, issues } = readDto<InviteRow | UpdateRow | EndRow>(
    ROWS[operation as keyof typeof ROWS],
    row,
  );
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

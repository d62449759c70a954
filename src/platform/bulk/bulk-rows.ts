import { setImmediate as giveWay } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { propertyName, propertyPath } from '../../shared-kernel/validation-issue.js';
import { isRecord, issue, unknownProperty } from '../dto/checks.js';
import { readDto, type ReadDto } from '../dto/read-dto.js';
import { problemOf, type HttpProblem } from '../http/http-problem.js';
import { checkComplexity } from '../http/request-body.js';
import { MAX_BULK_ROWS } from './bulk.limits.js';

/** Time for which rows are read before other requests have a turn. */
const TURN_MS = 10;

/** Reads a row. @throws {ValidationFailed} */
type RowReader<Row> = (row: unknown, index: number) => Row;

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
export async function readRows<Row>(
  rows: readonly unknown[],
  reader: RowReader<Row>,
): Promise<(Row | HttpProblem)[]> {
  const read: (Row | HttpProblem)[] = [];
  let turn = performance.now();
  for (const [index, row] of rows.entries()) {
    read.push(readRow(row, index, reader));
    if (performance.now() - turn < TURN_MS) continue;
    await giveWay();
    turn = performance.now();
  }
  return read;
}

function readRow<Row>(row: unknown, index: number, reader: RowReader<Row>): Row | HttpProblem {
  try {
    return reader(row, index);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) return problem;
    throw error;
  }
}

/**
 * Reads a row by the class of its operation.
 * @param path - of the row, for the paths of issues; empty where they are those of a single operation
 * @throws {ValidationFailed} for one that has no operation of the classes
 */
export function readOperation<T extends object>(
  row: unknown,
  classes: Readonly<Record<string, Type<T>>>,
  path = '',
): ReadDto<T> {
  if (!isRecord(row)) throw new ValidationFailed([issue('WRONG_TYPE', 'must be an object', path)], 'The row');
  checkComplexity(row);
  const { operation } = row;
  const type = typeof operation === 'string' && Object.hasOwn(classes, operation) && classes[operation];
  if (!type) {
    const isMissing = operation === undefined || operation === null;
    const message = `must be one of ${Object.keys(classes).join(', ')}`;
    const at = propertyPath(path, 'operation');
    throw new ValidationFailed([issue(isMissing ? 'REQUIRED' : 'NOT_ALLOWED', message, at)]);
  }
  const { value, issues } = readDto<T>(type, row);
  return { value, issues: issues.map((found) => ({ ...found, path: propertyPath(path, found.path) })) };
}

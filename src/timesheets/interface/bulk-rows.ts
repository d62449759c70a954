import { readOperation } from '../../platform/bulk/bulk-rows.js';
import { issue } from '../../platform/dto/checks.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { TimesheetChange, TimesheetKey } from '../domain/timesheet-change.js';
import { ROWS, type DeleteTimesheetRow, type PutTimesheetRow } from './bulk-timesheets.request.js';

/** Reads a row. @throws {ValidationFailed} with paths like `rows[3].entry.startTime` */
export function toTimesheetChange(row: unknown, index: number): TimesheetChange {
  const path = `rows[${index}]`;
  const { value, issues } = readOperation<PutTimesheetRow | DeleteTimesheetRow>(row, ROWS, path);
  if (issues.length > 0) throw new ValidationFailed(issues);
  const { reason } = value;
  const common = { path, key: keyOf(value, path), reason };
  if (value.operation === 'delete') return { operation: 'delete', ...common };
  const { email, externalId, timeZone, startTime, endTime, active, breaks = [], periodType } = value.entry;
  const content = { email, externalId, timeZone, startTime, endTime, active, breaks, periodType };
  return { operation: 'put', ...common, content };
}

function keyOf({ id, externalId }: PutTimesheetRow | DeleteTimesheetRow, path: string): TimesheetKey {
  if (id !== undefined && externalId !== undefined)
    throw new ValidationFailed([
      issue('NOT_ALONE', 'must be absent where there is an externalId', `${path}.id`),
    ]);
  if (id !== undefined) return { id };
  if (externalId !== undefined) return { externalId };
  throw new ValidationFailed([issue('REQUIRED', 'is required where there is no externalId', `${path}.id`)]);
}

import { foldEmail } from '../../shared-kernel/folding.js';
import { DeletedTimesheetEntryResponse, TimesheetEntryResponse } from '../application/timesheet.response.js';
import type { AnyTimesheetEntry } from '../domain/timesheet-entry.js';

/** The lists of a company. */
export type TimesheetList = 'live' | 'deleted';

/** A row of `timesheet_entry` without its company. */
export interface TimesheetRow {
  readonly id: string;
  readonly list: TimesheetList;
  /** The time by which its list is ordered. */
  readonly listedAt: string;
  readonly startTime: string;
  readonly emailKey?: string | undefined;
  readonly originalTimesheetId?: string | undefined;
  /** Of live entries only: those of deleted ones may be used again. */
  readonly externalId?: string | undefined;
  readonly document: TimesheetEntryResponse | DeletedTimesheetEntryResponse;
}

/** Columns of {@link TimesheetRow}, for `json_to_recordset`. */
export const TIMESHEET_ROW = `
  id text, list text, "listedAt" timestamptz, "startTime" timestamptz, "emailKey" text, "originalTimesheetId" text,
  "externalId" text, document json`;

export function toRow(entry: AnyTimesheetEntry): TimesheetRow {
  const { id, email, startTime } = entry;
  const row = { id, startTime, ...(email !== undefined && { emailKey: foldEmail(email) }) };
  if (!('deletedAt' in entry))
    return {
      ...row,
      list: 'live',
      listedAt: startTime,
      externalId: entry.timesheetExternalId,
      document: TimesheetEntryResponse.from(entry),
    };
  return {
    ...row,
    list: 'deleted',
    listedAt: entry.deletedAt,
    originalTimesheetId: entry.originalTimesheetId,
    document: DeletedTimesheetEntryResponse.from(entry),
  };
}

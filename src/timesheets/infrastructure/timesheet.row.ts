import { foldEmail } from '../../shared-kernel/folding.js';
import { DeletedTimesheetEntryResponse, TimesheetEntryResponse } from '../application/timesheet.response.js';
import type { DeletedTimesheetEntry, TimesheetEntry } from '../domain/timesheet-entry.js';

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
  readonly document: TimesheetEntryResponse | DeletedTimesheetEntryResponse;
}

/** Columns of {@link TimesheetRow}, for `json_to_recordset`. */
export const TIMESHEET_ROW = `
  id text, list text, "listedAt" timestamptz, "startTime" timestamptz, "emailKey" text, "originalTimesheetId" text,
  document json`;

export function toLiveRow(entry: TimesheetEntry): TimesheetRow {
  return {
    id: entry.id,
    list: 'live',
    listedAt: entry.startTime,
    startTime: entry.startTime,
    emailKey: emailKeyOf(entry),
    document: TimesheetEntryResponse.from(entry),
  };
}

export function toDeletedRow(entry: DeletedTimesheetEntry): TimesheetRow {
  return {
    id: entry.id,
    list: 'deleted',
    listedAt: entry.deletedAt,
    startTime: entry.startTime,
    emailKey: emailKeyOf(entry),
    originalTimesheetId: entry.originalTimesheetId,
    document: DeletedTimesheetEntryResponse.from(entry),
  };
}

function emailKeyOf({ email }: TimesheetEntry): string | undefined {
  return email === undefined ? undefined : foldEmail(email);
}

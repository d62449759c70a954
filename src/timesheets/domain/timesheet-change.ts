import type { TimesheetEntry } from './timesheet-entry.js';

/** One of the keys of an entry. */
export type TimesheetKey = { readonly id: string } | { readonly externalId: string };

/** The part of an entry that a request writes. */
export type TimesheetContent = Omit<TimesheetEntry, 'id' | 'timesheetExternalId' | 'changeHistory'>;

interface Row {
  /** Its place in the request, for the paths of issues, like `rows[3]`. */
  readonly path: string;
  readonly key: TimesheetKey;
  readonly reason?: string | undefined;
}

/** A row of a request that changes many entries. */
export type TimesheetChange =
  | (Row & { readonly operation: 'put'; readonly content: TimesheetContent })
  | (Row & { readonly operation: 'delete' });

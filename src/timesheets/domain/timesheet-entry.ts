/** Known types of periods; others of upper-case words are stored as they are. */
export const PERIOD_TYPES = ['ACTIVE', 'ON_CALL', 'TRAVEL', 'ABSENCE'] as const;

/** An interruption of work. Date-times are in UTC with milliseconds, here and below. */
export interface Break {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  /** Whole seconds, as recorded. */
  readonly duration?: number | undefined;
}

/** A person, or the API key that changed an entry. */
export interface ChangeAuthor {
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly apiKeyId?: string | undefined;
}

/** The state of an entry before a change. */
export interface Change {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly breaks: readonly Break[];
  readonly periodType?: string | undefined;
  readonly changeReason?: string | undefined;
  readonly changedBy?: ChangeAuthor | undefined;
  readonly changedAt?: string | undefined;
}

/** Properties of both live and deleted entries. */
interface RecordedTime {
  readonly id: string;
  /** Its id in the system that records it. No two live entries of a company have the same. */
  readonly timesheetExternalId?: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime: string;
  readonly endTime?: string | undefined;
  readonly breaks: readonly Break[];
  readonly periodType?: string | undefined;
  readonly changeHistory: readonly Change[];
}

/** A recorded working time. */
export interface TimesheetEntry extends RecordedTime {
  readonly active?: boolean | undefined;
}

/** A working time that was deleted. */
export interface DeletedTimesheetEntry extends RecordedTime {
  /** The live entry that it replaces, where that has another id. */
  readonly originalTimesheetId?: string | undefined;
  readonly deletedAt: string;
  readonly deletedBy?: string | undefined;
  readonly deletedReason?: string | undefined;
}

export type AnyTimesheetEntry = TimesheetEntry | DeletedTimesheetEntry;

/** An entry of an import: one without an id is found by {@link RecordedTime.timesheetExternalId}, or is new. */
export type ImportedEntry = Unidentified<TimesheetEntry> | Unidentified<DeletedTimesheetEntry>;

type Unidentified<Entry extends RecordedTime> = Omit<Entry, 'id'> & { readonly id?: string | undefined };

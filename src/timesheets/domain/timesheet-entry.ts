/** Known types of periods (decisions 10); others of upper-case words are kept as they are. */
export const PERIOD_TYPES = ['ACTIVE', 'ON_CALL', 'TRAVEL', 'ABSENCE'] as const;

/** An interruption of work. */
export interface Break {
  readonly startTime?: Date | undefined;
  readonly endTime?: Date | undefined;
  /** Whole seconds, as whoever recorded it has counted them. */
  readonly duration?: number | undefined;
}

/** What an entry was like before somebody changed it. */
export interface Change {
  readonly startTime?: Date | undefined;
  readonly endTime?: Date | undefined;
  readonly breaks: readonly Break[];
  readonly periodType?: string | undefined;
  readonly changeReason?: string | undefined;
  readonly changedBy?: { readonly email?: string; readonly externalId?: string } | undefined;
  readonly changedAt?: Date | undefined;
}

/** What live and deleted entries have in common (interface 2.9). */
interface Recorded {
  /** Undefined for one that comes without: it is a new one. */
  readonly id: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime: Date;
  readonly endTime?: Date | undefined;
  readonly breaks: readonly Break[];
  readonly periodType?: string | undefined;
  readonly changeHistory: readonly Change[];
}

/** A recorded time of work. */
export interface LiveEntry extends Recorded {
  readonly active?: boolean | undefined;
}

/** A record of a time of work that somebody has taken out of the live ones. */
export interface DeletedEntry extends Recorded {
  /** The live entry that it was, where that had another id. */
  readonly originalTimesheetId?: string | undefined;
  readonly deletedAt: Date;
  readonly deletedBy?: string | undefined;
  readonly deletedReason?: string | undefined;
}

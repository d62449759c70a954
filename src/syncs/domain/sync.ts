import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';

/**
 * `QUEUED` and `PREVIEWING` until its changes are known, then `READY`, or `BLOCKED` where something is in the way;
 * `APPLYING` and `APPLIED`; `FAILED` when the service has given up.
 */
export const SYNC_STATUSES = [
  'QUEUED',
  'PREVIEWING',
  'READY',
  'BLOCKED',
  'APPLYING',
  'APPLIED',
  'FAILED',
] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** The obstacle of a sync that is `BLOCKED`, or the failure of one that is `FAILED`. */
export const SYNC_REASONS = [
  'TOO_MANY_ENDS',
  'TOO_MANY_REVIVALS',
  'TOO_MANY_KEY_CHANGES',
  'TOO_MANY_ADDED',
  'TOO_MANY_BAD_ROWS',
  'EMPTY_LIST',
  'BAD_ROWS',
  'TOO_MANY_MOVES',
  'UNKNOWN_COLUMNS',
  'UNREADABLE_FILE',
  'FAILED',
] as const;
export type SyncReason = (typeof SYNC_REASONS)[number];

/** The treatment of bad rows: the whole list is refused, or the others are taken. */
export const BAD_ROWS_RULES = ['refuse', 'skip'] as const;
export type BadRowsRule = (typeof BAD_ROWS_RULES)[number];

/** The lists of people that a sync shows. */
export const SYNC_LISTS = ['added', 'changed', 'ended', 'skipped', 'suppressed'] as const;
export type SyncList = (typeof SYNC_LISTS)[number];

/**
 * The people of a sync by what it does with them. `revived` are those among `added` who were deleted and come back,
 * `adopted` those among `changed` who had no source, `keyChanges` those among `changed` who get another external id or
 * e-mail address, or another name by a file, and `bad` those among `skipped` whose rows are bad. Of a file: `left` are
 * the rows whose last day is past, `leftOut` those that the source leaves out, and `cleanedNames` the people whose names
 * had characters that do not belong to them.
 */
export type SyncCounts = Readonly<
  Record<
    | SyncList
    | ('unchanged' | 'revived' | 'adopted' | 'keyChanges' | 'bad')
    | ('left' | 'leftOut' | 'cleanedNames'),
    number
  >
>;

/** The cause by which a person is in a list, where the list does not say it. */
export const SYNC_ROW_REASONS = [
  'adopted',
  'revived',
  'other-source',
  'no-source',
  'email-taken',
  'changed-meanwhile',
  'unknown-reference',
  'bad-row',
] as const;
export type SyncRowReason = (typeof SYNC_ROW_REASONS)[number];

export interface SyncKey {
  readonly companyId: string;
  readonly syncId: string;
}

/** A property of an employee before and after; null for none. */
export interface PropertyChange {
  readonly property: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** A person of a sync. */
export interface SyncRow {
  readonly list: SyncList;
  /** In the list. */
  readonly position: number;
  /** Absent for a person who is yet to be added. */
  readonly employeeId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
  readonly reason?: SyncRowReason | undefined;
  readonly changes: readonly PropertyChange[];
  /** Of a bad row. */
  readonly issues?: readonly RowIssue[] | undefined;
  /** The person takes over the e-mail address of another one whom the sync changes, too. */
  readonly isMove: boolean;
  /** Of the employee, when the preview was made. */
  readonly seenVersion?: string | undefined;
}

/** Result of a preview. */
export interface Preview {
  readonly status: 'READY' | 'BLOCKED';
  readonly reason?: SyncReason;
  readonly issues?: readonly ValidationIssue[];
  readonly counts?: SyncCounts;
  /** Nobody is ended: a bad row may be that of any person. */
  readonly endsHeldBack?: boolean;
}

import type { SyncKey, SyncList, SyncReason, SyncRow, SyncRowReason, SyncStatus } from './sync.js';

/** Stands for the id of a key in syncs of operators. */
export const OPERATOR = 'operator';

export interface NewSync extends SyncKey {
  readonly source: string;
  readonly appliesWhenReady: boolean;
  readonly skipsBadRows: boolean;
  /** People of no source become people of this one. */
  readonly adopts: boolean;
  /** Id of the API key, or {@link OPERATOR}. */
  readonly createdBy: string;
}

/** A sync as its work needs it. */
export interface StoredSync extends SyncKey {
  readonly source: string;
  readonly status: SyncStatus;
  readonly reason: SyncReason | null;
  readonly appliesWhenReady: boolean;
  readonly skipsBadRows: boolean;
  readonly adopts: boolean;
  /** People who may be ended, as the caller has allowed. */
  readonly allowedEnds: number | null;
  /** Deleted people who may come back, as the caller has allowed. */
  readonly allowedRevivals: number | null;
  readonly added: number | null;
  readonly ended: number | null;
  readonly revived: number;
  readonly keyChanges: number;
  readonly bad: number | null;
  readonly createdBy: string;
  readonly appliedBy: string | null;
  readonly undoneAt: Date | null;
}

/** The request to apply a sync. Numbers that an earlier one has allowed stay allowed. */
export interface Application {
  /** Id of the API key, or {@link OPERATOR}. */
  readonly appliedBy: string;
  readonly allowedEnds?: number | undefined;
  readonly allowedRevivals?: number | undefined;
}

/** An obstacle that was not there when the preview was made. */
export interface LateObstacle {
  readonly reason: SyncReason;
  /** Deleted people who would come back: previews of the release before do not count them. */
  readonly revived?: number;
}

/** A row that is yet to be applied, or to be undone. */
export interface OpenRow extends Omit<SyncRow, 'list'> {
  readonly list: SyncList;
  readonly appliedVersion?: string | undefined;
}

/** A part of the rows of a sync. Those who take over an e-mail address are a part of their own. */
export interface RowPart {
  readonly list: SyncList;
  readonly isMove: boolean;
}

export interface AppliedRow {
  readonly row: OpenRow;
  /** The employee, who may be new. */
  readonly employeeId: string;
  /** As they are done, where the preview could not know them. */
  readonly changes: SyncRow['changes'];
}

export interface SkippedRow {
  readonly row: OpenRow;
  readonly reason: SyncRowReason;
}

export interface RowPage {
  /** Position of the last row before. */
  readonly after: number;
  readonly limit: number;
}

export interface StaffMember {
  readonly employeeId: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly version: string;
}

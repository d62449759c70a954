import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Preview, SyncKey, SyncList, SyncReason, SyncRow, SyncRowReason, SyncStatus } from './sync.js';

/** Stands for the id of a key in syncs of operators. */
export const OPERATOR = 'operator';

export interface NewSync extends SyncKey {
  readonly source: string;
  readonly appliesWhenReady: boolean;
  readonly skipsBadRows: boolean;
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
  /** People who may be ended, as the caller has allowed. */
  readonly allowedEnds: number | null;
  /** Deleted people who may come back, as the caller has allowed. */
  readonly allowedRevivals: number | null;
  readonly ended: number | null;
  readonly revived: number;
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

/** Stores syncs. */
export abstract class SyncRepository {
  abstract insert(sync: NewSync, transaction: Transaction): Promise<void>;

  abstract find(key: SyncKey): Promise<StoredSync | undefined>;

  /** Locks the sync until the transaction ends. */
  abstract lock(key: SyncKey, transaction: Transaction): Promise<StoredSync | undefined>;

  /**
   * Begins an attempt at a preview, and removes what earlier ones have left.
   * @param attemptId - another attempt cannot write from now on
   * @returns undefined when there is nothing to preview any more
   */
  abstract beginPreview(key: SyncKey, attemptId: string): Promise<StoredSync | undefined>;

  /** @throws {LeaseLost} when another attempt has begun */
  abstract checkAttempt(key: SyncKey, attemptId: string, transaction: Transaction): Promise<void>;

  abstract endPreview(key: SyncKey, preview: Preview, transaction: Transaction): Promise<void>;

  abstract beginApplying(key: SyncKey, application: Application, transaction: Transaction): Promise<void>;

  abstract block(key: SyncKey, obstacle: LateObstacle, transaction: Transaction): Promise<void>;

  abstract applied(key: SyncKey, transaction: Transaction): Promise<void>;

  abstract failed(key: SyncKey, transaction: Transaction): Promise<void>;

  abstract undone(key: SyncKey, transaction: Transaction): Promise<void>;

  /** People of a source who are not deleted. */
  abstract peopleOf(companyId: string, source: string): Promise<number>;

  /** Ends syncs whose command was killed. They are older than this. */
  abstract failAbandoned(olderThanMs: number): Promise<void>;

  /** Syncs that are older than the retention, as many as the limit. @returns the number of them */
  abstract removeOlderThan(retentionMs: number, limit: number): Promise<number>;
}

/** Stores the people of syncs. */
export abstract class SyncRowRepository {
  abstract insert(key: SyncKey, rows: readonly SyncRow[], transaction: Transaction): Promise<void>;

  /**
   * The people of a source, in the order of their ids.
   * @param after - the id of the last one before
   */
  abstract staff(companyId: string, source: string, after: string, limit: number): Promise<StaffMember[]>;

  /** Rows that are not applied, in the order of their positions. */
  abstract open(key: SyncKey, part: RowPart, page: RowPage, transaction: Transaction): Promise<OpenRow[]>;

  /** Rows that are applied and not undone, in the order of their positions. */
  abstract done(key: SyncKey, part: RowPart, page: RowPage, transaction: Transaction): Promise<OpenRow[]>;

  /** Rows of `ended` that are not applied and whose people have not changed since the preview. */
  abstract openEnds(key: SyncKey): Promise<number>;

  /** Rows of deleted people who come back that are not applied and whose people have not changed since the preview. */
  abstract openRevivals(key: SyncKey): Promise<number>;

  abstract applied(key: SyncKey, rows: readonly AppliedRow[], transaction: Transaction): Promise<void>;

  /** Moves rows to the list of those that are skipped, and counts them there. */
  abstract skipped(key: SyncKey, rows: readonly SkippedRow[], transaction: Transaction): Promise<void>;

  /** The rows count as not applied from now on. */
  abstract undone(key: SyncKey, rows: readonly OpenRow[], transaction: Transaction): Promise<void>;
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

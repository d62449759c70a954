import { Injectable } from '@nestjs/common';
import { ClosedPlanRetention, DeletedPlanRetention } from '../../../action-plans/index.js';
import { AuditRecordRetention } from '../../../audit/index.js';
import type { Retention } from '../../../shared-kernel/retention.js';
import { TimesheetRetention } from '../../../timesheets/index.js';
import type { RetainedKind } from '../domain/retention-run.js';

/** Most records that a transaction removes: each statement is short, and others wait little. */
export const RETENTION_BATCH = {
  timesheets: 1_000,
  closedPlans: 20,
  deletedPlans: 50,
  auditRecords: 1_000,
} as const;

/** Records that a transaction, or an erasure of several people, has removed. */
export interface RemovedBatch {
  readonly removed: number;
  readonly isLast: boolean;
  /** The last id that was looked at, where records are looked at in their order. */
  readonly after: string;
}

export type BatchedKind = Exclude<RetainedKind, 'leavers'>;

/** The kinds of records that are removed in batches, each by its context. */
@Injectable()
export class Retained {
  private readonly byKind: Readonly<Record<BatchedKind, Retention>>;

  constructor(
    timesheets: TimesheetRetention,
    closedPlans: ClosedPlanRetention,
    deletedPlans: DeletedPlanRetention,
    auditRecords: AuditRecordRetention,
  ) {
    this.byKind = { timesheets, closedPlans, deletedPlans, auditRecords };
  }

  of(kind: BatchedKind): Retention {
    return this.byKind[kind];
  }
}

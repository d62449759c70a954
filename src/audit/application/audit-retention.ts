import { Injectable } from '@nestjs/common';
import { DeletedPlansService } from '../../action-plans/index.js';
import { AuditRecords } from '../domain/audit-records.js';

/** Most audit records that a statement removes. */
export const MAX_REMOVALS = 1_000;

/** Most deleted plans that a statement removes. */
export const MAX_PLAN_REMOVALS = 100;

/** Statements of a round. The rest waits for the next one. */
const MAX_BATCHES = 20;

/**
 * Removes records and deleted plans at the end of their retention. Any number of processes may do this at the same
 * time.
 */
@Injectable()
export class AuditRetention {
  constructor(
    private readonly records: AuditRecords,
    private readonly plans: DeletedPlansService,
  ) {}

  async removeExpired(retentionMs: number): Promise<void> {
    await inBatches(MAX_REMOVALS, (limit) => this.records.removeOlderThan(retentionMs, limit));
    await inBatches(MAX_PLAN_REMOVALS, (limit) => this.plans.removeOlderThan(retentionMs, limit));
  }
}

async function inBatches(limit: number, remove: (limit: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) if ((await remove(limit)) < limit) return;
}

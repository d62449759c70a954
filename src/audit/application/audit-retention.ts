import { Injectable } from '@nestjs/common';
import { DeletedPlansService } from '../../action-plans/index.js';
import { AuditRecords } from './audit-records.store.js';

/** Most audit records that a statement removes. */
export const MAX_REMOVALS = 1_000;

/** Most deleted plans that a statement removes. */
export const MAX_PLAN_REMOVALS = 100;

/** Batches of a company in a round, and batches whose companies a round has. The rest waits for the next one. */
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
    await removeOldest(this.records, retentionMs, MAX_REMOVALS);
    await removeOldest(this.plans, retentionMs, MAX_PLAN_REMOVALS);
  }
}

async function removeOldest(
  kept: Pick<AuditRecords, 'companiesOlderThan' | 'removeOlderThan'>,
  ageMs: number,
  limit: number,
): Promise<void> {
  for (const companyId of await kept.companiesOlderThan(ageMs, MAX_BATCHES * limit)) {
    for (let batch = 0; batch < MAX_BATCHES; batch++)
      if ((await kept.removeOlderThan(companyId, ageMs, limit)) < limit) break;
  }
}

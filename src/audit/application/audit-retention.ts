import { Injectable } from '@nestjs/common';
import { AuditRecords } from '../domain/audit-records.js';

/** Limits for one round, the rest waits for the next one: records of a statement, and statements. */
export const MAX_REMOVALS = 1_000;
const MAX_BATCHES = 20;

/** Removes records at the end of their retention. Any number of processes may do this at the same time. */
@Injectable()
export class AuditRetention {
  constructor(private readonly records: AuditRecords) {}

  async removeExpired(retentionMs: number): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      if ((await this.records.removeOlderThan(retentionMs, MAX_REMOVALS)) < MAX_REMOVALS) return;
    }
  }
}

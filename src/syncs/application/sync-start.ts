import { Injectable } from '@nestjs/common';
import { Jobs } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Protection } from '../domain/protection.js';
import type { SyncKey } from '../domain/sync.js';
import type { Application } from '../domain/stored-sync.js';
import { SyncStore } from './sync.store.js';

/** Kinds of the jobs of a sync. */
export const PREVIEW_JOB = 'employee-sync-preview';
export const APPLY_JOB = 'employee-sync-apply';

/** Limits of a deployment for syncs. */
export abstract class SyncProtection implements Protection {
  abstract readonly minEnds: number;
  abstract readonly maxEndsPercent: number;
}

/** Starts the work of syncs. */
@Injectable()
export class SyncStart {
  constructor(
    private readonly syncs: SyncStore,
    private readonly jobs: Jobs,
    readonly protection: SyncProtection,
  ) {}

  async preview({ companyId, syncId }: SyncKey, transaction: Transaction): Promise<void> {
    await this.jobs.add(PREVIEW_JOB, { companyId, payload: { syncId }, key: syncId }, transaction);
  }

  async apply(
    { companyId, syncId }: SyncKey,
    application: Application,
    transaction: Transaction,
  ): Promise<void> {
    await this.syncs.beginApplying({ companyId, syncId }, application, transaction);
    await this.jobs.add(APPLY_JOB, { companyId, payload: { syncId }, key: syncId }, transaction);
  }
}

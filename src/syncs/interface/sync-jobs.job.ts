import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SyncApply } from '../application/sync-apply.js';
import { SyncPreview } from '../application/sync-preview.js';
import { APPLY_JOB, PREVIEW_JOB } from '../application/sync-start.js';
import { SyncUploads } from '../application/sync.ports.js';
import { SyncStore } from '../application/sync.store.js';

interface SyncPayload {
  readonly syncId: string;
}

/** Most attempts at the preview of a sync, and at applying it. With its delays the last comes about an hour later. */
export const MAX_SYNC_ATTEMPTS = 20;

const OPTIONS = {
  attempts: MAX_SYNC_ATTEMPTS,
  backoff: { firstMs: 2_000, longestMs: 5 * 60_000 },
  timeoutMs: 30 * 60_000,
  concurrency: () => 1,
};

/** Finds out the changes of a sync. */
@Injectable()
@JobHandler(PREVIEW_JOB, OPTIONS)
export class SyncPreviewJob implements HandlesJob<SyncPayload> {
  constructor(
    private readonly preview: SyncPreview,
    private readonly syncs: SyncStore,
    private readonly uploads: SyncUploads,
  ) {}

  async run({ syncId }: SyncPayload, job: JobAttempt): Promise<void> {
    const key = { companyId: job.companyId, syncId };
    await this.preview.run(key, job);
    await this.uploads.remove(key);
  }

  failed({ syncId }: SyncPayload, companyId: string, transaction: Transaction): Promise<void> {
    return this.syncs.failed({ companyId, syncId }, transaction);
  }
}

/** Applies the changes of a sync. */
@Injectable()
@JobHandler(APPLY_JOB, OPTIONS)
export class SyncApplyJob implements HandlesJob<SyncPayload> {
  constructor(
    private readonly apply: SyncApply,
    private readonly syncs: SyncStore,
  ) {}

  run({ syncId }: SyncPayload, job: JobAttempt): Promise<void> {
    return this.apply.run({ companyId: job.companyId, syncId }, job);
  }

  failed({ syncId }: SyncPayload, companyId: string, transaction: Transaction): Promise<void> {
    return this.syncs.failed({ companyId, syncId }, transaction);
  }
}

/** A command that syncs works for an hour at most. */
const ABANDONED_MS = 2 * 3_600_000;

/** Syncs that are removed in a round. */
const BATCH = 20;

/** Removes old syncs, and lists that no sync needs, and ends syncs whose command was killed. */
@Injectable()
@JobHandler('employee-sync-upkeep', { everyMs: 5_000 })
export class SyncUpkeepJob implements HandlesSchedule {
  constructor(
    private readonly uploads: SyncUploads,
    private readonly syncs: SyncStore,
    private readonly settings: Settings,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { retentionMs } = this.settings.syncs;
    await this.syncs.failAbandoned(ABANDONED_MS);
    for (let removed = BATCH; removed === BATCH && !signal.aborted;)
      removed = await this.syncs.removeOlderThan(retentionMs, BATCH);
    await this.uploads.removeObsolete();
  }
}

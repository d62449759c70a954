import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import type { JobAttempt } from '../../../shared-kernel/jobs.js';
import type { Expiry } from '../../../shared-kernel/retention.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import {
  expiryOf,
  RETAINED_KINDS,
  timeToNextRun,
  type PlannedRun,
  type RetainedKind,
  type RetentionCounts,
} from '../domain/retention-run.js';
import { ExpiredLeavers } from './expired-leavers.js';
import { HeldPeopleQueries } from './held-people.queries.js';
import { RETENTION_BATCH, Retained, type BatchedKind, type RemovedBatch } from './retained.js';
import { RetentionRunStore } from './retention-run.store.js';

/**
 * Shortest pause between two batches. Longer ones pause for as long as they took, so that others have half of the
 * time.
 */
const PAUSE_MS = 25;

/** Removes what has expired, a company at a time. */
@Injectable()
export class RetentionRuns {
  constructor(
    private readonly runs: RetentionRunStore,
    private readonly held: HeldPeopleQueries,
    private readonly retained: Retained,
    private readonly leavers: ExpiredLeavers,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Does the planned run of a company if it is due, and plans the next one. One that was interrupted goes on with what
   * is left, and counts what earlier attempts have removed.
   */
  async run(companyId: string, job: Pick<JobAttempt, 'signal' | 'progress' | 'step'>): Promise<void> {
    const run = await this.runs.planned(companyId);
    if (!run || run.at.getTime() > Date.now()) return;
    const counts: Partial<Record<RetainedKind, number>> = countsOf(job.progress);
    for (const kind of RETAINED_KINDS) {
      const before = expiryOf(kind, run);
      if (!before) continue;
      for await (const removed of this.batches(kind, { companyId, before }, job.signal)) {
        counts[kind] = (counts[kind] ?? 0) + removed;
        await job.step(kind, counts[kind]);
      }
    }
    await this.finish(run, counts);
  }

  /**
   * Numbers of removed records, batch by batch. Holds are looked up before each: one that is placed meanwhile counts.
   */
  private async *batches(
    kind: RetainedKind,
    expiry: Omit<Expiry, 'held'>,
    signal: AbortSignal,
  ): AsyncIterable<number> {
    for (let after = ''; ;) {
      signal.throwIfAborted();
      const begun = performance.now();
      const held = await this.held.of(expiry.companyId);
      if (!held) return;
      const batch =
        kind === 'leavers'
          ? await this.leavers.eraseNext({ ...expiry, held }, after, signal)
          : await this.removeNext(kind, { ...expiry, held });
      if (batch.removed > 0) yield batch.removed;
      if (batch.isLast) return;
      after = batch.after;
      await wait(Math.max(PAUSE_MS, performance.now() - begun), undefined, { signal });
    }
  }

  private async removeNext(kind: BatchedKind, expiry: Expiry): Promise<RemovedBatch> {
    const limit = RETENTION_BATCH[kind];
    const removed = await this.retained.of(kind).remove(expiry, limit);
    return { removed, isLast: removed < limit, after: '' };
  }

  private finish(run: PlannedRun, counts: RetentionCounts): Promise<void> {
    const { companyId } = run;
    return this.unitOfWork.run(async (transaction) => {
      const current = await this.runs.lockDue(companyId, transaction);
      // The settings were changed meanwhile, which has planned another run.
      if (current) await this.runs.plan(companyId, timeToNextRun(current.settings), transaction);
      if (Object.keys(counts).length === 0) return;
      const change = { operation: 'retention.run', objectId: companyId, after: { removed: counts } } as const;
      await this.audit.record(operatorOf(companyId), change, transaction);
    });
  }
}

function countsOf(progress: JobAttempt['progress']): Partial<Record<RetainedKind, number>> {
  const known = RETAINED_KINDS.filter((kind) => typeof progress[kind] === 'number');
  return Object.fromEntries(known.map((kind) => [kind, progress[kind] as number]));
}

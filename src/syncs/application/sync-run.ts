import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { SyncKey } from '../domain/sync.js';
import { EmployeeSyncsService, type Allowed, type RequestedSync } from './employee-syncs.service.js';
import { SyncApply } from './sync-apply.js';
import { SyncPreview } from './sync-preview.js';
import { SyncStore } from './sync.store.js';

/** Longest time of a preview, and of applying it. */
const TIMEOUT_MS = 30 * 60_000;

/** Syncs of operators, whose process does the work itself, so that its outcome is known at the end. */
@Injectable()
export class SyncRun {
  constructor(
    private readonly service: EmployeeSyncsService,
    private readonly preview: SyncPreview,
    private readonly apply: SyncApply,
    private readonly syncs: SyncStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Finds out the changes of a list. @returns the id of the sync */
  async previewed(
    companyId: string,
    sync: Omit<RequestedSync, 'syncId' | 'appliesWhenReady'>,
  ): Promise<string> {
    const syncId = newId();
    const key = { companyId, syncId };
    await this.service.create(operatorOf(companyId), { ...sync, syncId, appliesWhenReady: false });
    await this.attempt(key, (job) => this.preview.run(key, job));
    return syncId;
  }

  /**
   * Applies a sync that is previewed.
   * @param onApplied - called with the number of people of each batch
   * @throws {DomainError} where something is in the way that is not allowed
   */
  async applied(key: SyncKey, allowed: Allowed, onApplied: (people: number) => void): Promise<void> {
    await this.service.apply(operatorOf(key.companyId), key.syncId, allowed);
    await this.attempt(key, (job) => this.apply.run(key, job, onApplied));
  }

  /** A sync that could not be finished has failed: no worker knows it. */
  private async attempt(key: SyncKey, work: (job: JobAttempt) => Promise<void>): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const step = (): Promise<void> => Promise.resolve();
    try {
      await work({ companyId: key.companyId, id: key.syncId, attempt: 1, signal, progress: {}, step });
    } catch (error) {
      await this.unitOfWork.run((transaction) => this.syncs.failed(key, transaction)).catch(() => undefined);
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  SyncApplied,
  SyncBlocked,
  SyncEndsNotAllowed,
  SyncNotFound,
  SyncNotReady,
} from '../domain/sync.errors.js';
import { SyncRepository, type StoredSync } from '../domain/sync.repository.js';
import { SyncStart } from './sync-start.js';

export interface RequestedSync {
  /** The list is stored under it. */
  readonly syncId: string;
  readonly source: string;
  /** Apply it where nothing is in the way. */
  readonly appliesWhenReady: boolean;
  /** Size of the list. */
  readonly bytes: number;
}

/** Takes requests for syncs of employees. */
@Injectable()
export class EmployeeSyncsService {
  constructor(
    private readonly syncs: SyncRepository,
    private readonly start: SyncStart,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records that a list has arrived, and starts its preview.
   * @param given - a transaction to take part in
   * @returns the id of the sync
   * @throws {SyncsUnfinished}
   */
  create(actor: IntegrationActor, sync: RequestedSync, given?: Transaction): Promise<string> {
    const { syncId, source, appliesWhenReady, bytes } = sync;
    const { companyId, apiKeyId: createdBy } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const key = { companyId, syncId };
      await this.syncs.insert({ ...key, source, appliesWhenReady, createdBy }, transaction);
      await this.start.preview(key, transaction);
      const after = { source, apply: appliesWhenReady };
      const change = { operation: 'sync.create', objectId: syncId, syncId, alsoStored: bytes } as const;
      await this.audit.record(actor, { ...change, after }, transaction);
      return syncId;
    }, given);
  }

  /**
   * Starts to apply a sync.
   * @param allowEnd - the number of people who may be ended; it must be exactly that of the sync
   * @returns the id of the sync
   * @throws {SyncNotFound}
   * @throws {SyncNotReady}
   * @throws {SyncBlocked}
   * @throws {SyncEndsNotAllowed}
   * @throws {SyncApplied}
   */
  apply(
    actor: IntegrationActor,
    syncId: string,
    allowEnd: number | undefined,
    given?: Transaction,
  ): Promise<string> {
    const { companyId, apiKeyId: appliedBy } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const key = { companyId, syncId };
      const sync = await this.syncs.lock(key, transaction);
      if (!sync) throw new SyncNotFound();
      checkAppliable(sync, allowEnd);
      await this.start.apply(key, { appliedBy, allowedEnds: allowEnd ?? null }, transaction);
      const change = { operation: 'sync.apply', objectId: syncId, syncId } as const;
      const after = { status: 'APPLYING', ...(allowEnd !== undefined && { allowEnd }) };
      await this.audit.record(actor, { ...change, before: { status: sync.status }, after }, transaction);
      return syncId;
    }, given);
  }
}

function checkAppliable({ status, reason, ended }: StoredSync, allowEnd: number | undefined): void {
  const ends = ended ?? 0;
  if (status === 'QUEUED' || status === 'PREVIEWING') throw new SyncNotReady();
  if (status === 'APPLYING' || status === 'APPLIED') throw new SyncApplied();
  if (status === 'FAILED' || (status === 'BLOCKED' && reason !== 'TOO_MANY_ENDS'))
    throw new SyncBlocked(reason ?? 'FAILED');
  if (status === 'BLOCKED' && allowEnd === undefined) throw new SyncEndsNotAllowed(ends);
  if (allowEnd !== undefined && allowEnd !== ends) throw new SyncEndsNotAllowed(ends);
}

import { Injectable } from '@nestjs/common';
import type { IntegrationActor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  SyncApplied,
  SyncBadRowsNotAllowed,
  SyncBlocked,
  SyncEndsNotAllowed,
  SyncNotFound,
  SyncNotReady,
  SyncRevivalsNotAllowed,
} from '../domain/sync.errors.js';
import type { SyncReason } from '../domain/sync.js';
import { OPERATOR, type StoredSync } from '../domain/stored-sync.js';
import { SyncStart } from './sync-start.js';
import { SyncStore } from './sync.store.js';

export interface RequestedSync {
  /** The list is stored under it. */
  readonly syncId: string;
  readonly source: string;
  /** Apply it where nothing is in the way. */
  readonly appliesWhenReady: boolean;
  /** Leave bad rows out. */
  readonly skipsBadRows: boolean;
  /** Size of the list. */
  readonly bytes: number;
}

/** Numbers that a caller has seen and allows; absent for none. */
export interface Allowed {
  readonly allowEnd?: number | undefined;
  readonly allowRevive?: number | undefined;
  readonly allowBad?: number | undefined;
}

/** Takes requests for syncs of employees. */
@Injectable()
export class EmployeeSyncsService {
  constructor(
    private readonly syncs: SyncStore,
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
  create(actor: IntegrationActor | OperatorActor, sync: RequestedSync, given?: Transaction): Promise<string> {
    const { syncId, source, appliesWhenReady, skipsBadRows, bytes } = sync;
    const { companyId } = actor;
    const createdBy = idOf(actor);
    return this.unitOfWork.run(async (transaction) => {
      const key = { companyId, syncId };
      await this.syncs.insert({ ...key, source, appliesWhenReady, skipsBadRows, createdBy }, transaction);
      await this.start.preview(key, transaction);
      const after = { source, apply: appliesWhenReady, ...(skipsBadRows && { badRows: 'skip' }) };
      const change = { operation: 'sync.create', objectId: syncId, syncId, alsoStored: bytes } as const;
      await this.audit.record(actor, { ...change, after }, transaction);
      return syncId;
    }, given);
  }

  /**
   * Starts to apply a sync.
   * @param allowed - the people who may be ended or come back, and the bad rows that may be left out: exactly those of
   *   the sync
   * @returns the id of the sync
   * @throws {SyncNotFound}
   * @throws {SyncNotReady}
   * @throws {SyncBlocked}
   * @throws {SyncEndsNotAllowed}
   * @throws {SyncRevivalsNotAllowed}
   * @throws {SyncBadRowsNotAllowed}
   * @throws {SyncApplied}
   */
  apply(
    actor: IntegrationActor | OperatorActor,
    syncId: string,
    allowed: Allowed,
    given?: Transaction,
  ): Promise<string> {
    const { companyId } = actor;
    const appliedBy = idOf(actor);
    const { allowEnd, allowRevive, allowBad } = allowed;
    return this.unitOfWork.run(async (transaction) => {
      const key = { companyId, syncId };
      const sync = await this.syncs.lock(key, transaction);
      if (!sync) throw new SyncNotFound();
      checkAppliable(sync, allowed);
      const application = { appliedBy, allowedEnds: allowEnd, allowedRevivals: allowRevive };
      await this.start.apply(key, application, transaction);
      const change = { operation: 'sync.apply', objectId: syncId, syncId } as const;
      const given = {
        ...(allowEnd !== undefined && { allowEnd }),
        ...(allowRevive !== undefined && { allowRevive }),
        ...(allowBad !== undefined && { allowBad }),
      };
      const after = { status: 'APPLYING', ...given };
      await this.audit.record(actor, { ...change, before: { status: sync.status }, after }, transaction);
      return syncId;
    }, given);
  }
}

function idOf(actor: IntegrationActor | OperatorActor): string {
  return actor.kind === 'operator' ? OPERATOR : actor.apiKeyId;
}

function checkAppliable(sync: StoredSync, { allowEnd, allowRevive, allowBad }: Allowed): void {
  const { status, reason, revived } = sync;
  const [ends, bad] = [sync.ended ?? 0, sync.bad ?? 0];
  if (status === 'QUEUED' || status === 'PREVIEWING') throw new SyncNotReady();
  if (status === 'APPLYING' || status === 'APPLIED') throw new SyncApplied();
  if (status === 'FAILED' || (status === 'BLOCKED' && !isAllowable(reason)))
    throw new SyncBlocked(reason ?? 'FAILED');
  if (allowBad === undefined ? reason === 'TOO_MANY_BAD_ROWS' : allowBad !== bad)
    throw new SyncBadRowsNotAllowed(bad);
  if (allowEnd === undefined ? reason === 'TOO_MANY_ENDS' : allowEnd !== ends)
    throw new SyncEndsNotAllowed(ends);
  if (allowRevive === undefined ? reason === 'TOO_MANY_REVIVALS' : allowRevive !== revived)
    throw new SyncRevivalsNotAllowed(revived);
}

function isAllowable(reason: SyncReason | null): boolean {
  return reason === 'TOO_MANY_ENDS' || reason === 'TOO_MANY_REVIVALS' || reason === 'TOO_MANY_BAD_ROWS';
}

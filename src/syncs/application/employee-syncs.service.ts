import { Injectable } from '@nestjs/common';
import type { IntegrationActor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  SyncAdditionsNotAllowed,
  SyncApplied,
  SyncBadRowsNotAllowed,
  SyncBlocked,
  SyncEndsNotAllowed,
  SyncKeyChangesNotAllowed,
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
  /** Take over people of no source. */
  readonly adopts: boolean;
  /** Size of the list. */
  readonly bytes: number;
}

/** Numbers that a caller has seen and allows; absent for none. */
export interface Allowed {
  readonly allowEnd?: number | undefined;
  readonly allowRevive?: number | undefined;
  readonly allowKeyChanges?: number | undefined;
  readonly allowAdd?: number | undefined;
  readonly allowBad?: number | undefined;
}

/** Obstacles that a caller may allow by a number. */
const ALLOWABLE: ReadonlySet<SyncReason> = new Set([
  'TOO_MANY_ENDS',
  'TOO_MANY_REVIVALS',
  'TOO_MANY_KEY_CHANGES',
  'TOO_MANY_ADDED',
  'TOO_MANY_BAD_ROWS',
]);

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
    const { syncId, source, appliesWhenReady, skipsBadRows, adopts, bytes } = sync;
    const { companyId } = actor;
    const createdBy = idOf(actor);
    return this.unitOfWork.run(async (transaction) => {
      const key = { companyId, syncId };
      const added = { ...key, source, appliesWhenReady, skipsBadRows, adopts, createdBy };
      await this.syncs.insert(added, transaction);
      await this.start.preview(key, transaction);
      const after = {
        ...{ source, apply: appliesWhenReady },
        ...(adopts && { adopt: true }),
        ...(skipsBadRows && { badRows: 'skip' }),
      };
      const change = { operation: 'sync.create', objectId: syncId, syncId, alsoStored: bytes } as const;
      await this.audit.record(actor, { ...change, after }, transaction);
      return syncId;
    }, given);
  }

  /**
   * Starts to apply a sync.
   * @param allowed - the people who may be ended, come back, be added or get other keys, and the bad rows that may be
   *   left out: exactly those of the sync
   * @returns the id of the sync
   * @throws {SyncNotFound}
   * @throws {SyncNotReady}
   * @throws {SyncBlocked}
   * @throws {SyncEndsNotAllowed}
   * @throws {SyncRevivalsNotAllowed}
   * @throws {SyncKeyChangesNotAllowed}
   * @throws {SyncAdditionsNotAllowed}
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
    const { allowEnd, allowRevive } = allowed;
    return this.unitOfWork.run(async (transaction) => {
      const key = { companyId, syncId };
      const sync = await this.syncs.lock(key, transaction);
      if (!sync) throw new SyncNotFound();
      checkAppliable(sync, allowed);
      const application = { appliedBy, allowedEnds: allowEnd, allowedRevivals: allowRevive };
      await this.start.apply(key, application, transaction);
      const change = { operation: 'sync.apply', objectId: syncId, syncId } as const;
      const given = Object.entries(allowed).filter(([, count]) => count !== undefined);
      const after = { status: 'APPLYING', ...Object.fromEntries(given) };
      await this.audit.record(actor, { ...change, before: { status: sync.status }, after }, transaction);
      return syncId;
    }, given);
  }
}

function idOf(actor: IntegrationActor | OperatorActor): string {
  return actor.kind === 'operator' ? OPERATOR : actor.apiKeyId;
}

function checkAppliable(sync: StoredSync, allowed: Allowed): void {
  const { allowEnd, allowRevive, allowKeyChanges, allowAdd, allowBad } = allowed;
  const { status, reason, revived, keyChanges } = sync;
  const [added, ends, bad] = [sync.added ?? 0, sync.ended ?? 0, sync.bad ?? 0];
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
  if (allowKeyChanges === undefined ? reason === 'TOO_MANY_KEY_CHANGES' : allowKeyChanges !== keyChanges)
    throw new SyncKeyChangesNotAllowed(keyChanges);
  if (allowAdd === undefined ? reason === 'TOO_MANY_ADDED' : allowAdd !== added)
    throw new SyncAdditionsNotAllowed(added);
}

function isAllowable(reason: SyncReason | null): boolean {
  return reason !== null && ALLOWABLE.has(reason);
}

import { Injectable } from '@nestjs/common';
import { operatorOf, type IntegrationActor, type OperatorActor } from '../../shared-kernel/actor.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { StaffWriter, startOfToday, type Employee } from '../../workforce/index.js';
import { allowedEnds, allowedPeople } from '../domain/protection.js';
import type { SyncKey } from '../domain/sync.js';
import {
  OPERATOR,
  type LateObstacle,
  type OpenRow,
  type RowPart,
  type StoredSync,
} from '../domain/stored-sync.js';
import { employeeOf, valuesAfter } from './property-changes.js';
import { StaffChanges, type RowChange } from './staff-changes.js';
import { batches, batchOf, PARTS, type Batch } from './sync-batches.js';
import { SyncRowStore } from './sync-row.store.js';
import { SyncStart } from './sync-start.js';
import { SyncStore } from './sync.store.js';

interface AppliedBatch extends Batch {
  readonly people: number;
}

/**
 * Applies the preview of a sync in batches, each in its own transaction. Rows that are applied say so, and another
 * attempt goes on behind them.
 */
@Injectable()
export class SyncApply {
  constructor(
    private readonly syncs: SyncStore,
    private readonly rows: SyncRowStore,
    private readonly changes: StaffChanges,
    private readonly writer: StaffWriter,
    private readonly start: SyncStart,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param onApplied - called with the number of people of each batch */
  async run(
    key: SyncKey,
    job: JobAttempt,
    onApplied: (people: number) => void = () => undefined,
  ): Promise<void> {
    const sync = await this.syncs.find(key);
    if (sync?.status !== 'APPLYING') return;
    if (job.progress['isBegun'] !== true) {
      if (await this.isBlocked(sync)) return;
      await job.step('isBegun', true);
    }
    for (const part of PARTS) {
      const work = (after: number): Promise<AppliedBatch> => {
        job.signal.throwIfAborted();
        return this.runBatch(key, part, after);
      };
      for await (const { people } of batches(work)) onApplied(people);
    }
    await this.unitOfWork.run((transaction) => this.syncs.applied(key, transaction));
  }

  /** The people of the source may have become fewer since the preview. @returns true if the sync is blocked now */
  private async isBlocked(sync: StoredSync): Promise<boolean> {
    const people = await this.syncs.peopleOf(sync.companyId, sync.source);
    const { protection } = this.start;
    const obstacle =
      (await this.tooManyEnds(sync, allowedEnds(protection, people))) ??
      (await this.tooManyRevivals(sync, allowedPeople(protection, people)));
    if (!obstacle) return false;
    await this.unitOfWork.run((transaction) => this.syncs.block(sync, obstacle, transaction));
    return true;
  }

  private async tooManyEnds(sync: StoredSync, allowed: number): Promise<LateObstacle | undefined> {
    if (sync.allowedEnds !== null) return undefined;
    return (await this.rows.openEnds(sync)) > allowed ? { reason: 'TOO_MANY_ENDS' } : undefined;
  }

  private async tooManyRevivals(sync: StoredSync, allowed: number): Promise<LateObstacle | undefined> {
    if (sync.allowedRevivals !== null) return undefined;
    const revived = await this.rows.openRevivals(sync);
    return revived > allowed ? { reason: 'TOO_MANY_REVIVALS', revived } : undefined;
  }

  private runBatch(key: SyncKey, part: RowPart, after: number): Promise<AppliedBatch> {
    return this.writer.run(async (transaction) => {
      const sync = await this.syncs.lock(key, transaction);
      if (sync?.status !== 'APPLYING') return { people: 0, next: undefined };
      const { companyId, syncId } = sync;
      const limit = batchOf(part);
      const rows = await this.rows.open(key, part, { after, limit }, transaction);
      const work = {
        actor: actorOf(sync),
        syncId,
        expectedVersion: ({ seenVersion }: OpenRow) => seenVersion,
        change: (row: OpenRow, employee: Employee | undefined, now: Date) =>
          changed(companyId, row, employee, now),
      };
      const { applied, skipped } = await this.changes.apply(companyId, rows, work, transaction);
      await this.rows.applied(key, applied, transaction);
      await this.rows.skipped(key, skipped, transaction);
      return { people: rows.length, next: rows.length < limit ? undefined : rows.at(-1)?.position };
    });
  }
}

function actorOf({ companyId, createdBy, appliedBy }: StoredSync): IntegrationActor | OperatorActor {
  const apiKeyId = appliedBy ?? createdBy;
  if (apiKeyId === OPERATOR) return operatorOf(companyId);
  return { kind: 'integration', apiKeyId, companyId, scopes: ['employees:sync'] };
}

function changed(companyId: string, row: OpenRow, employee: Employee | undefined, now: Date): RowChange {
  if (!employee) return { employee: employeeOf(companyId, row.changes, now), operation: 'employee.invite' };
  if (row.list === 'ended') {
    employee.end({ date: startOfToday(now) }, now);
    return { employee, operation: 'employee.end' };
  }
  employee.set(valuesAfter(row.changes), now);
  return { employee, operation: row.list === 'added' ? 'employee.invite' : 'employee.update' };
}

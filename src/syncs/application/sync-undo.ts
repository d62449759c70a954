import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { StaffWriter, startOfToday, type Employee } from '../../workforce/index.js';
import type { SyncKey, SyncRowReason } from '../domain/sync.js';
import { SyncNotApplied, SyncNotFound } from '../domain/sync.errors.js';
import type { OpenRow, RowPart, StoredSync } from '../domain/stored-sync.js';
import { valuesBefore } from './property-changes.js';
import { StaffChanges, type RowChange } from './staff-changes.js';
import { batches, batchOf, PARTS, type Batch } from './sync-batches.js';
import { SyncRowStore } from './sync-row.store.js';
import { SyncStore } from './sync.store.js';

/** A person whom the undo has left alone. */
export interface LeftAlone {
  readonly id: string | undefined;
  readonly externalId: string | undefined;
  readonly email: string | undefined;
  readonly reason: SyncRowReason;
}

export interface UndoReport {
  readonly undone: number;
  readonly leftAlone: readonly LeftAlone[];
}

interface UndoneBatch extends Batch, UndoReport {}

/**
 * Undoes a sync: people who were added are ended, those who were changed or ended are as before. People who have
 * changed since are left alone. The sessions that the sync has ended stay ended.
 */
@Injectable()
export class SyncUndo {
  constructor(
    private readonly syncs: SyncStore,
    private readonly rows: SyncRowStore,
    private readonly changes: StaffChanges,
    private readonly writer: StaffWriter,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Undoes what an earlier attempt has not.
   * @throws {SyncNotFound}
   * @throws {SyncNotApplied}
   */
  async undo(key: SyncKey): Promise<UndoReport> {
    const sync = await this.syncs.find(key);
    if (!sync) throw new SyncNotFound();
    checkApplied(sync);
    let undone = 0;
    const leftAlone: LeftAlone[] = [];
    for (const part of PARTS.toReversed()) {
      for await (const batch of batches((after) => this.runBatch(key, part, after))) {
        undone += batch.undone;
        leftAlone.push(...batch.leftAlone);
      }
    }
    await this.unitOfWork.run(async (transaction) => {
      await this.syncs.undone(key, transaction);
      const change = { operation: 'sync.undo', objectId: key.syncId, syncId: key.syncId } as const;
      const after = { undone, leftAlone: leftAlone.length };
      await this.audit.record(operatorOf(key.companyId), { ...change, after }, transaction);
    });
    return { undone, leftAlone };
  }

  private runBatch(key: SyncKey, part: RowPart, after: number): Promise<UndoneBatch> {
    return this.writer.run(async (transaction) => {
      const sync = await this.syncs.lock(key, transaction);
      if (!sync) throw new SyncNotFound();
      checkApplied(sync);
      const limit = batchOf(part);
      const rows = await this.rows.done(key, part, { after, limit }, transaction);
      const work = {
        actor: operatorOf(key.companyId),
        syncId: key.syncId,
        expectedVersion: ({ appliedVersion }: OpenRow) => appliedVersion,
        change: undoneRow,
      };
      const { applied, skipped } = await this.changes.apply(key.companyId, rows, work, transaction);
      const undone = applied.map(({ row }) => row);
      await this.rows.undone(key, undone, transaction);
      return {
        undone: applied.length,
        leftAlone: skipped.map(({ row: { employeeId: id, externalId, email }, reason }) => {
          return { id, externalId, email, reason };
        }),
        next: rows.length < limit ? undefined : rows.at(-1)?.position,
      };
    });
  }
}

function checkApplied({ status, undoneAt }: StoredSync): void {
  if (status !== 'APPLIED' || undoneAt) throw new SyncNotApplied();
}

function undoneRow(row: OpenRow, employee: Employee | undefined, now: Date): RowChange {
  if (!employee) throw new Error('A row that is applied has an employee.');
  if (row.list === 'added' && row.reason !== 'revived') {
    employee.end({ date: startOfToday(now) }, now);
    return { employee, operation: 'employee.end' };
  }
  const wasDeleted = employee.state.deletedAt !== undefined;
  employee.set(valuesBefore(row.changes), now);
  if (row.list === 'added') return { employee, operation: 'employee.end' };
  return { employee, operation: wasDeleted ? 'employee.restore' : 'employee.update' };
}

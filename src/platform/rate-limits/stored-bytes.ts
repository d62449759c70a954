import { Injectable } from '@nestjs/common';
import type { Actor, OperatorActor } from '../../shared-kernel/actor.js';
import type { AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

/** A row that changes costs more than its contents: its old version, entries of indexes, the log of the database. */
const MIN_BYTES_OF_WRITE = 1_024;

type Listener = (companyId: string, bytes: number) => void;

/** Measures what the requests of a company store, for WRITE_LIMIT (ADR 24). */
@Injectable()
export class StoredBytes {
  private listener: Listener | undefined;

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Reports each write after its commit. A process that answers no requests has no listener. */
  onCommit(listener: Listener): void {
    this.listener = listener;
  }

  /**
   * Counts a write, unless its transaction is rolled back. Those of operators are not counted.
   * @param change - the object as it is now, and what else is stored
   * @param record - what is stored in the record of the write
   */
  count(
    actor: Actor | OperatorActor,
    { after, alsoStored = 0 }: Pick<AuditedChange, 'after' | 'alsoStored'>,
    record: readonly unknown[],
    transaction: Transaction,
  ): void {
    const { listener } = this;
    if (!listener || actor.kind === 'operator') return;
    const texts = [after && JSON.stringify(after), ...record].filter((value) => typeof value === 'string');
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), alsoStored);
    const { companyId } = actor;
    this.unitOfWork.afterCommit(transaction, () => listener(companyId, Math.max(MIN_BYTES_OF_WRITE, bytes)));
  }
}

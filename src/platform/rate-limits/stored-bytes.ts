import { Injectable } from '@nestjs/common';
import type { Actor, OperatorActor } from '../../shared-kernel/actor.js';
import type { AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

/** A row that changes costs more than its contents: its old version, entries of indexes, the log of the database. */
const MIN_BYTES_OF_WRITE = 1_024;

export interface CountedWrite {
  /** The object as it is now, and what else is stored. */
  readonly change: Pick<AuditedChange, 'after' | 'alsoStored'>;
  /** Values that the audit record of the write stores. */
  readonly record: readonly unknown[];
}

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

  /** Counts writes, unless their transaction is rolled back. Those of operators are not counted. */
  count(actor: Actor | OperatorActor, writes: readonly CountedWrite[], transaction: Transaction): void {
    const { listener } = this;
    if (!listener || actor.kind === 'operator' || writes.length === 0) return;
    const bytes = writes.reduce((sum, write) => sum + Math.max(MIN_BYTES_OF_WRITE, bytesOf(write)), 0);
    const { companyId } = actor;
    this.unitOfWork.afterCommit(transaction, () => listener(companyId, bytes));
  }
}

function bytesOf({ change: { after, alsoStored = 0 }, record }: CountedWrite): number {
  const texts = [after && JSON.stringify(after), ...record].filter((value) => typeof value === 'string');
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), alsoStored);
}

import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import type { RowOutcome } from '../../shared-kernel/row-outcome.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { EmployeeIdentifiersQueries } from '../../workforce/index.js';
import { KnownEmployees } from '../domain/known-employees.js';
import { overlappingAmong, workedPeriods } from '../domain/overlaps.js';
import { TimesheetBook, type AppliedChange } from '../domain/timesheet-book.js';
import type { TimesheetChange } from '../domain/timesheet-change.js';
import type { TimesheetEntry } from '../domain/timesheet-entry.js';
import { TimesheetRepository, type TimesheetKeys } from '../domain/timesheet.repository.js';

interface Bulk {
  readonly rows: readonly TimesheetChange[];
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/** Changes many entries of a company for integrations (ADR 41). */
@Injectable()
export class TimesheetsBulkService {
  constructor(
    private readonly timesheets: TimesheetRepository,
    private readonly employees: EmployeeIdentifiersQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Carries out rows in their order. One that is refused changes nothing, and does not concern the others.
   * @returns an outcome for each row
   * @param given - a transaction to take part in
   */
  async apply(actor: IntegrationActor, bulk: Bulk, given?: Transaction): Promise<RowOutcome[]> {
    if (bulk.rows.length === 0) return [];
    return this.unitOfWork.run((transaction) => this.applyIn(transaction, actor, bulk), given);
  }

  private async applyIn(
    transaction: Transaction,
    actor: IntegrationActor,
    { rows, isDryRun }: Bulk,
  ): Promise<RowOutcome[]> {
    const { companyId, apiKeyId } = actor;
    // Before the lock of the company, which is held as short as possible.
    const employees = await this.knownEmployees(companyId, rows, transaction);
    const found = await this.timesheets.findForChange(companyId, keysOf(rows), transaction);
    const book = new TimesheetBook(found, { apiKeyId, employees });
    const applied = rows.map((row): AppliedChange | { readonly error: DomainError } => {
      try {
        return book.apply(row);
      } catch (error) {
        if (error instanceof DomainError) return { error };
        throw error;
      }
    });
    const done = applied.flatMap((change) => ('error' in change ? [] : [change]));
    const overlapping = await this.overlapping(companyId, book, transaction);
    if (!isDryRun) {
      await this.timesheets.changeAll(companyId, book.changes(), transaction);
      const changes = done.flatMap((change) => (change.isChanged ? [auditedChange(change)] : []));
      await this.audit.recordAll(actor, changes, transaction);
    }
    return applied.map((change): RowOutcome => {
      if ('error' in change) return change;
      const id = isDryRun && !book.isStored(change.id) ? undefined : change.id;
      return overlapping.has(change.id) ? { id, hints: ['OVERLAP'] } : { id };
    });
  }

  /** The ids of entries of the book that overlap with another one of the same person. */
  private async overlapping(
    companyId: string,
    book: TimesheetBook,
    transaction: Transaction,
  ): Promise<ReadonlySet<string>> {
    const periods = workedPeriods(book.liveEntries());
    const stored = await this.timesheets.findOverlapping(companyId, periods, book.storedIds(), transaction);
    return new Set([...overlappingAmong(periods), ...stored]);
  }

  private async knownEmployees(
    companyId: string,
    rows: readonly TimesheetChange[],
    transaction: Transaction,
  ): Promise<KnownEmployees> {
    const contents = rows.flatMap((row) => (row.operation === 'put' ? [row.content] : []));
    const emails = contents.flatMap(({ email }) => email ?? []);
    const externalIds = contents.flatMap(({ externalId }) => externalId ?? []);
    return new KnownEmployees(await this.employees.find(companyId, { emails, externalIds }, transaction));
  }
}

function keysOf(rows: readonly TimesheetChange[]): TimesheetKeys {
  return {
    ids: rows.flatMap(({ key }) => ('id' in key ? [key.id] : [])),
    externalIds: rows.flatMap(({ key }) => ('externalId' in key ? [key.externalId] : [])),
  };
}

/** The history of an entry is no part of its record: it has what the records before have. */
function auditedChange({ id, before, after, deletion }: AppliedChange): AuditedChange {
  const operation = !after ? 'delete' : before ? 'update' : 'create';
  const kept = deletion ?? after?.changeHistory;
  return {
    operation: `timesheet.${operation}`,
    objectId: id,
    ...(before && { before: withoutHistory(before) }),
    ...(after && { after: withoutHistory(after) }),
    alsoStored: Buffer.byteLength(JSON.stringify(kept)),
  };
}

function withoutHistory({ changeHistory: _, ...entry }: TimesheetEntry): object {
  return entry;
}

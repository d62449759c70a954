import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { IntegrationActor, OperatorActor } from '../../shared-kernel/actor.js';
import type { AuditOperation } from '../../shared-kernel/audit-trail.js';
import { ErasedPeople } from '../../shared-kernel/erased-people.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  areNone,
  EmployeeRepository,
  EmployeeVersions,
  referenceIssues,
  referencesOf,
  StaffWriter,
  type Employee,
} from '../../workforce/index.js';
import type { SyncRowReason } from '../domain/sync.js';
import type { AppliedRow, OpenRow, SkippedRow } from '../domain/stored-sync.js';
import { resolveConflicts, wantedKeys, type PlannedChange } from './key-conflicts.js';
import { propertyChanges } from './property-changes.js';

/** Changes the employee of a row, or makes a new one. */
export interface RowChange {
  readonly employee: Employee;
  readonly operation: AuditOperation;
}

/** The work on rows: what is done with each employee, and by whom. */
export interface StaffWork {
  readonly actor: IntegrationActor | OperatorActor;
  readonly syncId: string;
  /** The version that the employee of a row must have, so that nothing that was changed since is overwritten. */
  readonly expectedVersion: (row: OpenRow) => string | undefined;
  /** @param employee - locked; absent for a row without one */
  readonly change: (row: OpenRow, employee: Employee | undefined, now: Date) => RowChange;
}

export interface StaffResult {
  readonly applied: readonly AppliedRow[];
  readonly skipped: readonly SkippedRow[];
}

interface Planned extends PlannedChange, RowChange {
  readonly row: OpenRow;
}

/** Changes employees by rows of a sync. Those that cannot be done any more are left alone. */
@Injectable()
export class StaffChanges {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly versions: EmployeeVersions,
    private readonly segmentation: SegmentationQueries,
    private readonly writer: StaffWriter,
    private readonly erased: ErasedPeople,
  ) {}

  async apply(
    companyId: string,
    rows: readonly OpenRow[],
    work: StaffWork,
    transaction: Transaction,
  ): Promise<StaffResult> {
    const skipped: SkippedRow[] = [];
    const skip = (refused: readonly { readonly row: OpenRow }[], reason: SyncRowReason): void => {
      skipped.push(...refused.map(({ row }) => ({ row, reason })));
    };
    const { planned, outdated } = await this.plan(companyId, rows, work, transaction);
    skip(outdated, 'changed-meanwhile');
    const states = planned.map(({ employee }) => employee.state);
    const erased = await this.erased.among(companyId, states, transaction);
    const isGone = ({ employee }: Planned): boolean => erased.has(employee.state);
    skip(planned.filter(isGone), 'changed-meanwhile');
    const present = planned.filter((each) => !isGone(each));
    const { valid, invalid } = await this.withReferences(companyId, present, transaction);
    skip(invalid, 'unknown-reference');
    const wanted = valid.map(wantedKeys);
    const keys = {
      emails: wanted.flatMap(({ email }) => email ?? []),
      externalIds: wanted.flatMap(({ externalId }) => externalId ?? []),
    };
    const holders = await this.versions.holders(companyId, keys, transaction);
    const named = await this.versions.namedBy(companyId, keys.emails, transaction);
    const { accepted, refused, displacedIds } = resolveConflicts(valid, holders, named);
    skip(refused, 'email-taken');
    const { actor, syncId } = work;
    await this.writer.write(actor, { changes: accepted, displacedIds, syncId }, transaction);
    const applied = accepted.map(({ row, before, employee }) => ({
      row,
      employeeId: employee.state.id,
      changes: row.list === 'ended' ? propertyChanges(before, employee.state) : row.changes,
    }));
    return { applied, skipped };
  }

  private async plan(
    companyId: string,
    rows: readonly OpenRow[],
    { expectedVersion, change }: StaffWork,
    transaction: Transaction,
  ): Promise<{ planned: readonly Planned[]; outdated: readonly { readonly row: OpenRow }[] }> {
    const ids = rows.flatMap(({ employeeId }) => employeeId ?? []);
    const locked = await this.versions.lock(companyId, ids, transaction);
    const byId = new Map(locked.map((one) => [one.employee.state.id, one]));
    const now = await this.employees.now(transaction);
    const planned: Planned[] = [];
    const outdated: { readonly row: OpenRow }[] = [];
    for (const row of rows) {
      const found = row.employeeId === undefined ? undefined : byId.get(row.employeeId);
      if (row.employeeId !== undefined && found?.version !== expectedVersion(row)) outdated.push({ row });
      else {
        const before = found?.employee.state;
        planned.push({ row, before, ...change(row, found?.employee, now) });
      }
    }
    return { planned, outdated };
  }

  /** Splits changes by the references that they give to employees, which the company may have removed since. */
  private async withReferences(
    companyId: string,
    planned: readonly Planned[],
    transaction: Transaction,
  ): Promise<{ valid: readonly Planned[]; invalid: readonly Planned[] }> {
    const referring = planned.filter(({ employee }) => !employee.state.deletedAt);
    const states = referring.map(({ employee }) => employee.state);
    const wanted = referencesOf(states);
    if (areNone(wanted)) return { valid: planned, invalid: [] };
    const known = await this.segmentation.known(companyId, wanted, transaction);
    const invalid = new Set(
      referring.filter(({ employee }) => referenceIssues(employee.state, known).length > 0),
    );
    return { valid: planned.filter((each) => !invalid.has(each)), invalid: [...invalid] };
  }
}

import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { RowOutcome } from '../../shared-kernel/row-outcome.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { BulkRow } from '../domain/bulk-row.js';
import { EmployeeRepository, type Identifiers, type IdentifierLists } from '../domain/employee.repository.js';
import { EmployeeVersions } from '../domain/employee-versions.js';
import { EmployeeReferences } from './employee-references.js';
import { referencesOf } from '../domain/references.js';
import { Staff, type AppliedRow } from '../domain/staff.js';
import { StaffWriter, type StaffChange } from './staff-writer.js';

interface Bulk {
  readonly rows: readonly BulkRow[];
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/** Changes many employees of a company for integrations (ADR 41). */
@Injectable()
export class EmployeesBulkService {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly segmentation: SegmentationQueries,
    private readonly versions: EmployeeVersions,
    private readonly writer: StaffWriter,
    private readonly references: EmployeeReferences,
  ) {}

  /**
   * Carries out rows in their order, each as the single operation would. One that is refused changes nothing, and does
   * not concern the others.
   * @returns an outcome for each row
   * @param given - a transaction to take part in
   * @throws {EmployeeTaken} when other requests keep taking the same identifiers
   */
  async apply(actor: IntegrationActor, bulk: Bulk, given?: Transaction): Promise<RowOutcome[]> {
    if (bulk.rows.length === 0) return [];
    return this.writer.run((transaction) => this.applyIn(transaction, actor, bulk), given);
  }

  private async applyIn(
    transaction: Transaction,
    actor: IntegrationActor,
    { rows: given, isDryRun }: Bulk,
  ): Promise<RowOutcome[]> {
    const rows = await this.withIds(actor.companyId, given, transaction);
    const staff = await this.load(actor.companyId, rows, transaction);
    const changes: StaffChange[] = [];
    const outcomes = rows.map((row): RowOutcome => {
      try {
        const applied = staff.apply(row);
        const { id } = applied.after.state;
        if (applied.isChanged) changes.push(changeOf(row, applied));
        return { id: isDryRun && !staff.isStored(id) ? undefined : id };
      } catch (error) {
        if (error instanceof DomainError) return { error };
        throw error;
      }
    });
    if (isDryRun) return outcomes;
    await this.writer.write(actor, { changes, displacedIds: staff.displacedIds() }, transaction);
    return outcomes;
  }

  private async withIds(
    companyId: string,
    rows: readonly BulkRow[],
    transaction: Transaction,
  ): Promise<readonly BulkRow[]> {
    const contents = rows.map((row) => (row.operation === 'end' ? {} : row.content));
    const replaced = await this.references.withIds(companyId, contents, transaction);
    if (replaced === contents) return rows;
    return rows.map((row, index) =>
      row.operation === 'end' ? row : ({ ...row, content: replaced[index] } as BulkRow),
    );
  }

  private async load(companyId: string, rows: readonly BulkRow[], transaction: Transaction): Promise<Staff> {
    const identified = rows.flatMap((row): Identifiers[] => {
      if (row.operation === 'invite') return [row.content];
      return row.operation === 'end' ? [row.key] : [row.key, withoutNull(row.content)];
    });
    const invited = rows.flatMap((row) => (row.operation === 'invite' ? [row.content] : []));
    const lists = { live: listsOf(identified), deleted: listsOf(invited) };
    const found = await this.employees.findAll(companyId, lists, transaction);
    const left = found.filter(({ state }) => state.deletedAt).map(({ state }) => state);
    // Identifiers that a restored employee had may be those of others by now.
    const others = { live: listsOf(left), deleted: listsOf([]) };
    const holders = await this.employees.findAll(companyId, others, transaction);
    const contents = rows.flatMap((row) => (row.operation === 'end' ? [] : [row.content]));
    const referring = [...contents, ...found.map(({ state }) => state)];
    const known = await this.segmentation.known(companyId, referencesOf(referring), transaction);
    const all = new Map([...found, ...holders].map((employee) => [employee.state.id, employee]));
    const stored = [...all.values()].map(({ state }) => ({ ...state, personId: state.id }));
    const people = [...contents, ...stored];
    const erased = await this.employees.erasedAmong(companyId, people, transaction);
    const addresses = contents.flatMap(({ email }) => (email ? foldEmail(email) : []));
    const named = await this.versions.namedBy(companyId, addresses, transaction);
    const now = await this.employees.now(transaction);
    return new Staff(companyId, [...all.values()], { known, now, erased, named });
  }
}

function changeOf({ operation }: BulkRow, { before, after: employee }: AppliedRow): StaffChange {
  return { operation: `employee.${operation}`, employee, before };
}

function withoutNull({
  email,
  externalId,
}: {
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}): Identifiers {
  return { email: email ?? undefined, externalId: externalId ?? undefined };
}

function listsOf(identifiers: readonly Identifiers[]): IdentifierLists {
  return {
    emails: [...new Set(identifiers.flatMap(({ email }) => email ?? []))],
    externalIds: [...new Set(identifiers.flatMap(({ externalId }) => externalId ?? []))],
  };
}

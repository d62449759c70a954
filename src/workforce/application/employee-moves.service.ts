import { Injectable } from '@nestjs/common';
import {
  idsAfter,
  SegmentHolders,
  type ReferenceMove,
  type SegmentHolder,
} from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import type { Employee } from '../domain/employee.js';
import { EmployeeVersions } from '../domain/employee-versions.js';
import { withIds } from '../domain/references.js';
import { EmployeesQueries } from './employees.queries.js';
import { ReferenceMovesQueries } from './reference-moves.queries.js';
import { StaffWriter, type StaffChange } from './staff-writer.js';

/** Employees that are written by one statement. */
const MOVED_AT_ONCE = 500;

/** Changes the references of employees to objects of segmentation that are removed. */
@Injectable()
export class EmployeeMovesService implements SegmentHolder {
  constructor(
    private readonly queries: ReferenceMovesQueries,
    private readonly versions: EmployeeVersions,
    private readonly employees: EmployeeRepository,
    private readonly writer: StaffWriter,
    private readonly uses: EmployeesQueries,
    holders: SegmentHolders,
  ) {
    holders.register('people', this);
  }

  /** All employees who are not deleted. */
  async move(
    actor: IntegrationActor,
    move: ReferenceMove,
    limit: number,
    transaction: Transaction,
  ): Promise<number> {
    const ids = await this.queries.users(actor.companyId, move, limit + 1, transaction);
    if (ids.length > limit) return ids.length;
    for (let at = 0; at < ids.length; at += MOVED_AT_ONCE)
      await this.moveSome(actor, move, ids.slice(at, at + MOVED_AT_ONCE), transaction);
    return ids.length;
  }

  /** As in an import, nothing goes that employees refer to who are not deleted. */
  stillInUse(
    companyId: string,
    names: ReadonlyMap<string, string>,
    transaction: Transaction,
  ): Promise<ValidationIssue[]> {
    return this.uses.verifyReferences(companyId, transaction, names);
  }

  private async moveSome(
    actor: IntegrationActor,
    move: ReferenceMove,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    const { companyId } = actor;
    const after = idsAfter(move);
    const locked = await this.versions.lock(companyId, ids, transaction);
    const now = await this.employees.now(transaction);
    const changes: StaffChange[] = [];
    for (const { employee } of locked) {
      const { state: before } = employee;
      if (!employee.merge(withIds(referring(before), after), now)) continue;
      changes.push({ operation: 'employee.update', employee, before });
    }
    await this.writer.write(actor, { changes }, transaction);
  }
}

function referring({ hierarchyId, managedHierarchies, groupIds, profile }: Employee['state']) {
  return { ...(hierarchyId !== undefined && { hierarchyId }), managedHierarchies, groupIds, profile };
}

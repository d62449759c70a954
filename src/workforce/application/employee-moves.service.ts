import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeRepository } from '../domain/employee.repository.js';
import type { Employee } from '../domain/employee.js';
import { EmployeeVersions } from '../domain/employee-versions.js';
import { idsAfter, type ReferenceMove } from '../domain/reference-move.js';
import { withIds } from '../domain/references.js';
import { ReferenceMovesQueries } from './reference-moves.queries.js';
import { StaffWriter, type StaffChange } from './staff-writer.js';

/** Employees that are written by one statement. */
const MOVED_AT_ONCE = 500;

/** Changes the references of employees to objects of segmentation that are removed. */
@Injectable()
export class EmployeeMovesService {
  constructor(
    private readonly queries: ReferenceMovesQueries,
    private readonly versions: EmployeeVersions,
    private readonly employees: EmployeeRepository,
    private readonly writer: StaffWriter,
  ) {}

  /**
   * Lets all employees who are not deleted refer to another object.
   * @param limit - most employees: if there are more, nothing is written
   * @param transaction - that of the change of segmentation, which holds its lock
   * @returns the number of employees, at most one above the limit
   */
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

import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { EmployeeRepository, EmployeeVersions, type Employee } from '../../../workforce/index.js';
import { ScimUserRepository } from '../domain/scim-user.repository.js';

/** People of a statement: memory does not grow with the group. */
const BATCH = 500;

/** Changes the groups of people, as changes of the people: with records and in the feed. */
@Injectable()
export class GroupMembers {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly versions: EmployeeVersions,
    private readonly users: ScimUserRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** Those whom SCIM does not show are left out. */
  async add(
    actor: IntegrationActor,
    groupId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    await this.inBatches(actor, ids, transaction, async (people) => {
      const left = people.filter(({ state }) => state.deletedAt).map(({ state }) => state.id);
      const shown = await this.users.among(actor.companyId, left, transaction);
      return people
        .filter(({ state }) => !state.deletedAt || shown.has(state.id))
        .map((employee) => [employee, [...employee.state.groupIds, groupId]] as const);
    });
  }

  async remove(
    actor: IntegrationActor,
    groupId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    await this.inBatches(actor, ids, transaction, (people) =>
      people.map((employee) => {
        return [employee, employee.state.groupIds.filter((id) => id !== groupId)] as const;
      }),
    );
  }

  private async inBatches(
    actor: IntegrationActor,
    ids: readonly string[],
    transaction: Transaction,
    change: (people: readonly Employee[]) => Changed[] | Promise<Changed[]>,
  ): Promise<void> {
    const { companyId } = actor;
    const sorted = [...ids].sort();
    for (let at = 0; at < sorted.length; at += BATCH) {
      const locked = await this.versions.lock(companyId, sorted.slice(at, at + BATCH), transaction);
      const now = await this.employees.now(transaction);
      const changed = (await change(locked.map(({ employee }) => employee))).flatMap(
        ([employee, groupIds]) => {
          const { state: before } = employee;
          return employee.merge({ groupIds }, now) ? [{ employee, before }] : [];
        },
      );
      const employees = changed.map(({ employee }) => employee);
      await this.employees.upsertAll(companyId, { employees, displacedIds: [] }, transaction);
      const records = changed.map(({ employee: { state: after }, before }) => {
        return { operation: 'employee.update', objectId: after.id, before, after } as const;
      });
      await this.audit.recordAll(actor, records, transaction);
    }
  }
}

type Changed = readonly [employee: Employee, groupIds: readonly string[]];

import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  EmployeeRepository,
  EmployeeVersions,
  StaffWriter,
  type Employee,
  type EmployeeState,
} from '../../workforce/index.js';
import type { NewMember } from '../domain/group-change.js';
import type { MemberName } from '../domain/member-names.js';
import type { ScimDetails } from '../domain/scim-user.js';
import { ScimUserStore } from './scim-user.store.js';

/** People of a statement: memory does not grow with the group. */
const BATCH = 500;

/** Changes the groups of people, as changes of the people: with records and in the feed. */
@Injectable()
export class GroupMembers {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly versions: EmployeeVersions,
    private readonly users: ScimUserStore,
    private readonly writer: StaffWriter,
  ) {}

  /** Those whom SCIM does not show are left out. */
  async add(
    actor: IntegrationActor,
    groupId: string,
    members: readonly NewMember[],
    transaction: Transaction,
  ): Promise<void> {
    const names = new Map(members.map(({ id, name }) => [id, name]));
    await this.inBatches(actor, groupId, [...names.keys()], transaction, async (people) => {
      const left = people.filter(({ state }) => state.deletedAt).map(({ state }) => state.id);
      const shown = await this.users.among(actor.companyId, left, transaction);
      return people
        .filter(({ state }) => !state.deletedAt || shown.has(state.id))
        .map((employee) => {
          const { id, groupIds } = employee.state;
          return { employee, groupIds: [...groupIds, groupId], ...nameOf(employee, names.get(id)) };
        });
    });
  }

  async remove(
    actor: IntegrationActor,
    groupId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    await this.inBatches(actor, groupId, ids, transaction, (people) =>
      people.map((employee) => {
        const groupIds = employee.state.groupIds.filter((id) => id !== groupId);
        return { employee, groupIds, name: null };
      }),
    );
  }

  private async inBatches(
    actor: IntegrationActor,
    groupId: string,
    ids: readonly string[],
    transaction: Transaction,
    change: (people: readonly Employee[]) => Change[] | Promise<Change[]>,
  ): Promise<void> {
    const { companyId } = actor;
    const sorted = [...ids].sort();
    for (let at = 0; at < sorted.length; at += BATCH) {
      const locked = await this.versions.lock(companyId, sorted.slice(at, at + BATCH), transaction);
      const now = await this.employees.now(transaction);
      const changes = (await change(locked.map(({ employee }) => employee))).map((each) => {
        const before = each.employee.state;
        return { ...each, before, isChanged: each.employee.merge({ groupIds: each.groupIds }, now) };
      });
      const names = changes.flatMap(memberNamesOf);
      const renamed = await this.users.nameMembers(companyId, groupId, names, transaction);
      const written = changes
        .filter(({ employee, isChanged }) => isChanged || renamed.has(employee.state.id))
        .map(({ employee, before }) => {
          const details = renamed.get(employee.state.id);
          const audited = {
            before: auditedState(before, details?.before),
            after: auditedState(employee.state, details?.after),
          };
          return { operation: 'employee.update', employee, before, audited } as const;
        });
      await this.writer.write(actor, { changes: written }, transaction);
    }
  }
}

/** An employee, with what SCIM keeps where that changes. */
function auditedState(state: EmployeeState, details: ScimDetails | undefined): object {
  return details ? { ...state, scim: { details } } : state;
}

/** A person with the groups that they get. */
interface Change {
  readonly employee: Employee;
  readonly groupIds: readonly string[];
  /** The name in the group; null for that of the person, absent where it stays. */
  readonly name?: string | null;
}

function nameOf({ state }: Employee, name: string | undefined): Pick<Change, 'name'> {
  if (name === undefined) return {};
  return { name: name === (state.name ?? state.email ?? state.externalId) ? null : name };
}

function memberNamesOf({ employee, name }: Change): MemberName[] {
  const { id, groupIds } = employee.state;
  return name === undefined ? [] : [{ id, groupIds, ...(name !== null && { name }) }];
}

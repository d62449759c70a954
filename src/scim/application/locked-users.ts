import { Injectable } from '@nestjs/common';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  EmployeeRepository,
  EmployeeVersions,
  PROVIDER_SOURCE,
  toRevive,
  type Employee,
  type EmployeeContent,
} from '../../workforce/index.js';
import { notFound } from '../domain/scim-error.js';
import { documentOf } from '../domain/scim-user.js';
import type { UserDocument } from '../domain/user-document.js';
import { ScimUserStore } from './scim-user.store.js';
import { ScimUsersQueries } from './scim-users.queries.js';
import { versionText, type UserView } from './user-resource.js';
import type { Stored } from './user-writes.js';

/** A person who is about to change, as they were before. */
export interface LockedUser extends Stored {
  readonly employee: Employee;
  readonly view: UserView;
  readonly document: UserDocument;
}

/** Finds the people of writes, and locks them until the transaction ends. */
@Injectable()
export class LockedUsers {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly versions: EmployeeVersions,
    private readonly users: ScimUserStore,
    private readonly queries: ScimUsersQueries,
  ) {}

  /**
   * @throws {ScimError} 404
   * @throws {PreconditionFailed}
   */
  async lock(
    companyId: string,
    id: string,
    precondition: Precondition | undefined,
    transaction: Transaction,
  ): Promise<LockedUser> {
    const [found] = await this.versions.lock(companyId, [id], transaction);
    if (!found) throw notFound();
    const view = await this.queries.get(companyId, id, transaction);
    await precondition?.check(() => Promise.resolve(versionText(view)));
    const { employee } = found;
    const { person, row, labels } = view;
    return { employee, state: employee.state, row, view, document: documentOf(person, row, labels) };
  }

  /** The employee who has left and comes back, as by an invitation; those whom SCIM shows are found by it. */
  async left(
    companyId: string,
    { email, externalId }: EmployeeContent,
    transaction: Transaction,
  ): Promise<Employee | undefined> {
    const key = { email: email ?? undefined, externalId: externalId ?? undefined };
    const left = await this.employees.findDeleted(companyId, key, transaction);
    const ids = left.map(({ state }) => state.id);
    const shown = await this.users.among(companyId, ids, transaction);
    return toRevive(
      key,
      left.filter(({ state }) => !shown.has(state.id)),
    );
  }

  /** The list that has ended the person with one of some identifiers; undefined where nobody is one whom a list has. */
  async listOf(
    companyId: string,
    { emails, externalIds }: { readonly emails: readonly string[]; readonly externalIds: readonly string[] },
    transaction: Transaction,
  ): Promise<string | undefined> {
    const none = { emails: [], externalIds: [] };
    const live = await this.versions.holders(companyId, { emails, externalIds }, transaction);
    if (live.length > 0) return undefined;
    const identifiers = { live: none, deleted: { emails, externalIds } };
    const left = await this.employees.findAll(companyId, identifiers, transaction);
    const known = await this.users.withProviderIds(companyId, externalIds, transaction);
    const kept = await this.versions.lock(companyId, known, transaction);
    const ended = [...left, ...kept.map(({ employee }) => employee)].find(
      ({ state: { deletedAt, source } }) => deletedAt && source !== undefined && source !== PROVIDER_SOURCE,
    );
    return ended?.state.source;
  }
}

import { Injectable } from '@nestjs/common';
import {
  roleOfStaff,
  type IntegrationActor,
  type OperatorActor,
  type Role,
  type UserActor,
} from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UserRepository, type FollowedEmployee } from '../domain/identity.repositories.js';
import { User, type UserState } from '../domain/user.js';
import { UserLinks } from './user-links.js';

/** An employee, as the role and the address of a user follow it. */
export interface StaffMember {
  readonly id: string;
  readonly email?: string | undefined;
  /** Undefined for one who has left. */
  readonly role?: Role | undefined;
}

/** Employees who were written. */
export interface WrittenStaff {
  /** Those whose address or presence has changed. */
  readonly links: readonly FollowedEmployee[];
  /** Those whose role, address or presence has changed. */
  readonly roles: readonly StaffMember[];
}

/** A live employee who may get a user. */
export interface NewStaffUser {
  readonly id: string;
  readonly companyId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role | null;
  /** BCP 47 tag of the language in which the service writes to the person. */
  readonly language: string;
}

/**
 * Users of managers whom the staff of a company has, where it takes roles from there (ADR 59). Such a user follows the
 * employee until an admin changes the role, or deactivates or reactivates the user.
 */
@Injectable()
export class StaffUsers {
  constructor(
    private readonly users: UserRepository,
    private readonly links: UserLinks,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Gives a manager of the staff a user, or lets the one of before act again whom the staff has deactivated. Nothing is
   * done where there is another one: an admin decides about it.
   */
  async admit(staff: NewStaffUser, transaction: Transaction): Promise<void> {
    const { companyId, id, email, language } = staff;
    const role = roleOfStaff(staff.role ?? undefined);
    if (!role) return;
    const wanted = { employeeIds: [id], emailKeys: [foldEmail(email)] };
    const found = await this.users.lockStaff(companyId, wanted, transaction);
    // A holder of the address before, who has lost the user with the employment, is another person.
    const known = found.filter(
      ({ state }) => !(state.followsStaff && state.deactivatedAt && state.employeeId !== id),
    );
    // A change of the address brings nobody back whom an admin has deactivated.
    if (await this.users.wasDeactivated(companyId, id, transaction)) return;
    const [before] = known;
    if (!before) return this.create({ ...staff, role }, transaction);
    const { state } = before;
    if (known.length > 1 || !state.followsStaff || !state.deactivatedAt) return;
    await this.links.refuseErased(state, transaction, id);
    before.follow(role, email);
    await this.write(personOf(before.state, language), state, before, transaction);
  }

  /**
   * Lets users follow employees who were written: their links, sessions and roles.
   * @param transaction - that of the change
   */
  async follow(
    actor: IntegrationActor | OperatorActor,
    { links, roles }: WrittenStaff,
    transaction: Transaction,
  ): Promise<void> {
    await this.links.followEmployees(actor, links, transaction);
    if (roles.length === 0) return;
    const { companyId } = actor;
    const ids = roles.map(({ id }) => id);
    const followed = await this.users.followedEmployees(companyId, ids, transaction);
    if (followed.size > 0)
      await this.followRoles(
        actor,
        roles.filter(({ id }) => followed.has(id)),
        transaction,
      );
  }

  private async followRoles(
    actor: IntegrationActor | OperatorActor,
    staff: readonly StaffMember[],
    transaction: Transaction,
  ): Promise<void> {
    const { companyId } = actor;
    const addresses = staff.flatMap(({ email }) => (email === undefined ? [] : [foldEmail(email)]));
    const wanted = { employeeIds: staff.map(({ id }) => id), emailKeys: addresses };
    const found = await this.users.lockStaff(companyId, wanted, transaction);
    const active = found.filter(({ state }) => !state.deactivatedAt);
    const members = new Map(staff.map((member) => [member.id, member]));
    const following = active.flatMap((user) => {
      const { followsStaff, employeeId = '' } = user.state;
      const member = members.get(employeeId);
      return followsStaff && member ? [{ user, member, before: user.state }] : [];
    });
    const moving = movableIds(
      active,
      new Map(following.map(({ user, member }) => [user.state.id, member.email])),
    );
    for (const { user, member, before } of following)
      user.follow(roleOfStaff(member.role), moving.has(before.id) ? member.email : before.email);
    const written = following.filter(({ user, before }) => operationOf(before, user.state));
    const users = written.map(({ user }) => user);
    await this.users.updateAll(companyId, { users, moved: users.map(({ state }) => state.id) }, transaction);
    const changes = written.flatMap(({ user: { state: after }, before }): AuditedChange[] => {
      const operation = operationOf(before, after);
      return operation ? [{ operation, objectId: after.id, before, after }] : [];
    });
    await this.audit.recordAll(actor, changes, transaction);
  }

  /** Lets the users of a company keep the roles that they have, whatever becomes of the employees. */
  release(companyId: string, transaction: Transaction): Promise<void> {
    return this.users.releaseStaff(companyId, transaction);
  }

  private async create(
    { companyId, id, email, name, role, language }: NewStaffUser & { readonly role: Role },
    transaction: Transaction,
  ): Promise<void> {
    const user = User.create({ companyId, email, name: name ?? email, role, language });
    user.link(id, new Date());
    user.follow(role);
    await this.links.refuseErased(user.state, transaction, id);
    // Another sign-in at the same moment may have made the user.
    const inserted = await this.users.insertAll(companyId, [user], transaction);
    if (inserted.size === 0) return;
    const { state: after } = user;
    const change: AuditedChange = { operation: 'user.create', objectId: after.id, after };
    await this.audit.record(personOf(after, language), change, transaction);
  }

  private async write(
    actor: IntegrationActor | OperatorActor | UserActor,
    before: Readonly<UserState>,
    user: User,
    transaction: Transaction,
  ): Promise<void> {
    const { state: after } = user;
    const operation = operationOf(before, after);
    if (!operation) return;
    if (operation === 'user.reactivate') await this.links.endSessions(actor, [after.id], transaction);
    await this.users.update(user, transaction);
    await this.audit.record(actor, { operation, objectId: after.id, before, after }, transaction);
  }
}

/** Of the change that counts most; undefined where nothing has changed. */
function operationOf(
  before: Readonly<UserState>,
  after: Readonly<UserState>,
): 'user.deactivate' | 'user.reactivate' | 'user.set-role' | 'user.update' | undefined {
  if (after.deactivatedAt && !before.deactivatedAt) return 'user.deactivate';
  if (before.deactivatedAt && !after.deactivatedAt) return 'user.reactivate';
  if (before.role !== after.role) return 'user.set-role';
  return before.email === after.email ? undefined : 'user.update';
}

/** The author of the records: people make their own users by signing in. */
function personOf({ id: userId, companyId, role }: Readonly<UserState>, language: string): UserActor {
  return { kind: 'user', userId, companyId, role, language };
}

/**
 * The users who can have the addresses that they shall have. An address of another active user stays with that one.
 * @param wanted - addresses by the ids of users
 */
function movableIds(
  active: readonly User[],
  wanted: ReadonlyMap<string, string | undefined>,
): ReadonlySet<string> {
  let moving = active.filter(({ state: { id } }) => wanted.get(id) !== undefined);
  for (;;) {
    const ids = new Set(moving.map(({ state }) => state.id));
    const staying = new Set(
      active.flatMap(({ state }) => (ids.has(state.id) ? [] : [foldEmail(state.email)])),
    );
    const free = moving.filter(({ state }) => !staying.has(foldEmail(wanted.get(state.id) ?? '')));
    if (free.length === moving.length) return ids;
    moving = free;
  }
}

import { Injectable } from '@nestjs/common';
import type { Actor, IntegrationActor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import {
  ErasedPeople,
  PersonErased,
  type ErasedKeys,
  type NamedPerson,
} from '../../shared-kernel/erased-people.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { LinkedEmployeeNotFound } from '../domain/identity.errors.js';
import {
  SessionRepository,
  UserLinkRepository,
  type ChangedLink,
  type FollowedEmployee,
} from '../domain/identity.repositories.js';
import type { RevokedSession } from '../domain/session.js';
import type { User, UserState } from '../domain/user.js';

/** Lets users follow the employees who they are (ADR 55). */
@Injectable()
export class UserLinks {
  constructor(
    private readonly links: UserLinkRepository,
    private readonly sessions: SessionRepository,
    private readonly erased: ErasedPeople,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Follows employees who were written: links are made and removed, and the sessions of those end who have left
   * (docs/contract.md, "Credentials").
   * @param employees - whose address or presence has changed
   * @param transaction - that of the change
   */
  async followEmployees(
    actor: IntegrationActor | OperatorActor,
    employees: readonly FollowedEmployee[],
    transaction: Transaction,
  ): Promise<void> {
    if (employees.length === 0) return;
    const { companyId } = actor;
    const changed = await this.links.followEmployees(companyId, employees, transaction);
    await this.recordLinks(actor, changed, transaction);
    const left = employees.filter(({ isPresent }) => !isPresent).map(({ id }) => id);
    if (left.length === 0) return;
    const ended = await this.sessions.revokeOfEmployees(companyId, left, transaction);
    await this.recordRevoked(actor, ended, transaction);
  }

  /**
   * Makes and removes the links of users who were written.
   * @returns true if a link has changed
   */
  async followUsers(
    actor: Actor | OperatorActor,
    userIds: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const changed = await this.links.followUsers(actor.companyId, userIds, transaction);
    await this.recordLinks(actor, changed, transaction);
    return changed.length > 0;
  }

  /**
   * Says which employee a user is; undefined for none. The sessions end of one whose employee has left.
   * @returns false if nothing has changed
   * @throws {LinkedEmployeeNotFound}
   * @throws {UserNotFound}
   * @throws {PersonErased}
   */
  async link(
    actor: Actor | OperatorActor,
    user: User,
    employeeId: string | undefined,
    transaction: Transaction,
  ): Promise<boolean> {
    const { id, companyId } = user.state;
    await this.refuseErased(user.state, transaction, employeeId);
    if (employeeId !== undefined && !(await this.links.hasEmployee(companyId, employeeId, transaction)))
      throw new LinkedEmployeeNotFound();
    if (employeeId !== undefined && !(await this.links.isPresent(companyId, employeeId, transaction))) {
      await this.endSessions(actor, [id], transaction);
    }
    return user.link(employeeId, new Date());
  }

  /** True if an employee works for the company. */
  isPresent(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean> {
    return this.links.isPresent(companyId, employeeId, transaction);
  }

  /**
   * Refuses a user who was erased, or for whom an erasure waits.
   * @param employeeId - of the employee who the user shall be
   * @throws {PersonErased}
   */
  async refuseErased(
    { id, companyId, email }: Readonly<UserState>,
    transaction: Transaction,
    employeeId?: string,
  ): Promise<void> {
    const people = [{ personId: id, email }, { personId: employeeId }];
    const erased = await this.erasedAmong(companyId, people, transaction);
    if (people.some((person) => erased.has(person))) throw new PersonErased();
  }

  /** The keys of people who were erased, or for whom an erasure waits. */
  erasedAmong(
    companyId: string,
    people: readonly NamedPerson[],
    transaction: Transaction,
  ): Promise<ErasedKeys> {
    return this.erased.among(companyId, people, transaction);
  }

  /** @returns how many were valid */
  async endSessions(
    actor: Actor | OperatorActor,
    userIds: readonly string[],
    transaction: Transaction,
  ): Promise<number> {
    if (userIds.length === 0) return 0;
    const ended = await this.sessions.revokeOfUsers(actor.companyId, userIds, transaction);
    await this.recordRevoked(actor, ended, transaction);
    return ended.length;
  }

  async recordRevoked(
    actor: Actor | OperatorActor,
    sessions: readonly RevokedSession[],
    transaction: Transaction,
  ): Promise<void> {
    const changes = sessions.map((before) => ({
      operation: 'session.revoke' as const,
      objectId: before.id,
      before,
    }));
    await this.audit.recordAll(actor, changes, transaction);
  }

  private async recordLinks(
    actor: Actor | OperatorActor,
    links: readonly ChangedLink[],
    transaction: Transaction,
  ): Promise<void> {
    const changes = links.map(({ userId, before, after }) => ({
      operation: 'user.update' as const,
      objectId: userId,
      before: { employeeId: before },
      after: { employeeId: after },
    }));
    await this.audit.recordAll(actor, changes, transaction);
  }
}

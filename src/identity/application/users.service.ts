import { Injectable } from '@nestjs/common';
import type { OperatorActor, UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { UserRepository } from '../domain/identity.repositories.js';
import { User, type NewUser, type UserState } from '../domain/user.js';
import { updateUser, type UserUpdate } from '../domain/user-update.js';
import { checkAdminIsLeft, CompanyAdmins } from './company-admins.js';
import { UserLinks } from './user-links.js';
import { UserAccountResponse } from './user.response.js';

/** Admins change the users of their company, the operator those of every one. */
export type UserEditor = UserActor | OperatorActor;

/** A change of a user; properties that are absent stay. */
export interface UserChange extends UserUpdate {
  /** Id of the employee who the user is; null for none. */
  readonly employeeId?: string | null | undefined;
}

/**
 * Changes the users of a company for its admins and the operator, by the same rules. Roles and deactivations are in
 * force within one second in every process.
 */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UserRepository,
    private readonly admins: CompanyAdmins,
    private readonly links: UserLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param given - a transaction to take part in
   * @throws {DomainError} invalid
   * @throws {CompanyNotFound}
   * @throws {UserEmailConflict}
   * @throws {PersonErased}
   */
  create(
    editor: UserEditor,
    input: Omit<NewUser, 'companyId'>,
    given?: Transaction,
  ): Promise<Readonly<UserState>> {
    return this.unitOfWork.run(async (transaction) => {
      const user = User.create({ ...input, companyId: editor.companyId });
      const { state: after } = user;
      await this.links.refuseErased(after, transaction);
      await this.users.insert(user, transaction);
      const change: AuditedChange = { operation: 'user.create', objectId: after.id, after };
      await this.audit.record(editor, change, transaction);
      await this.links.followUsers(editor, [after.id], transaction);
      return after;
    }, given);
  }

  /**
   * Changes a user. Neither the editor's own role nor the last admin of the company changes. The sessions end of one
   * who is deactivated, or whose employee has left.
   * @throws {DomainError} invalid
   * @throws {UserNotFound}
   * @throws {UserEmailConflict}
   * @throws {OwnRole}
   * @throws {LastAdmin}
   * @throws {LinkedEmployeeNotFound}
   * @throws {EmployeeLinked}
   * @throws {PersonErased}
   * @throws {PreconditionFailed}
   */
  update(
    editor: UserEditor,
    userId: string,
    change: UserChange,
    precondition?: Precondition,
  ): Promise<Readonly<UserState>> {
    return this.unitOfWork.run(async (transaction) => {
      const { companyId } = editor;
      const mayLoseAdmin =
        change.role !== undefined || change.active === false || change.employeeId !== undefined;
      const admins = mayLoseAdmin ? await this.admins.lock(companyId, transaction) : undefined;
      const user = await this.users.lock({ companyId, id: userId }, transaction);
      const { state: before } = user;
      await precondition?.check(() => Promise.resolve(JSON.stringify(UserAccountResponse.from(before))));
      const changes = await this.apply(editor, user, change, transaction);
      if (changes.length === 0) return before;
      if (admins && !(await this.isActingAdmin(user, transaction))) checkAdminIsLeft(admins, [userId]);
      await this.users.update(user, transaction);
      await this.audit.recordAll(editor, changes, transaction);
      await this.links.followUsers(editor, [userId], transaction);
      return user.state;
    });
  }

  /** An admin who can sign in: whose employee, if there is one, has not left. */
  private async isActingAdmin(user: User, transaction: Transaction): Promise<boolean> {
    const { companyId, employeeId } = user.state;
    if (!user.isActiveAdmin) return false;
    return employeeId === undefined || this.links.isPresent(companyId, employeeId, transaction);
  }

  /** @returns what has changed, for the audit trail */
  private async apply(
    editor: UserEditor,
    user: User,
    { employeeId, active, ...rest }: UserChange,
    transaction: Transaction,
  ): Promise<AuditedChange[]> {
    const callerId = editor.kind === 'user' ? editor.userId : undefined;
    const { id: objectId } = user.state;
    const steps = updateUser(user, { ...rest, ...(active && { active }) }, callerId);
    const audited = steps.map((step): AuditedChange => ({ ...step, objectId }));
    if (steps.length > 0) await this.links.refuseErased(user.state, transaction);
    // The sessions from before a deactivation were refused without being revoked.
    if (steps.some(({ operation }) => operation === 'user.reactivate'))
      await this.links.endSessions(editor, [objectId], transaction);
    const { state: before } = user;
    if (
      employeeId !== undefined &&
      (await this.links.link(editor, user, employeeId ?? undefined, transaction))
    )
      audited.push({ operation: 'user.update', objectId, before, after: user.state });
    if (active !== false) return audited;
    const ended = updateUser(user, { active }, callerId);
    return [...audited, ...ended.map((step): AuditedChange => ({ ...step, objectId }))];
  }
}

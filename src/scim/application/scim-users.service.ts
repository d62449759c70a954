import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { AuditOperation } from '../../shared-kernel/audit-trail.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  Employee,
  EmployeeRepository,
  PROVIDER_SOURCE,
  StaffWriter,
  startOfToday,
  type EmployeeContent,
} from '../../workforce/index.js';
import { wantedIdentifiers } from '../domain/identifiers.js';
import { isSameButActive, withFollowingEmail } from '../domain/next-user.js';
import { readUser } from '../domain/read-document.js';
import { ScimError } from '../domain/scim-error.js';
import type { UserDocument } from '../domain/user-document.js';
import { LockedUsers, type LockedUser } from './locked-users.js';
import { UserPlans } from './user-plans.js';
import { UserWrites } from './user-writes.js';

/** Changes the people of a company for identity providers (ADR 52). */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly found: LockedUsers,
    private readonly plans: UserPlans,
    private readonly writes: UserWrites,
    private readonly writer: StaffWriter,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates a person, or restores one who has left, is not known to SCIM, and belongs to no list.
   * @returns the id
   * @throws {ScimError} 400, 409
   */
  async create(actor: IntegrationActor, user: UserDocument): Promise<string> {
    return this.writer.run((transaction) => this.tryCreate(actor, user, transaction));
  }

  /**
   * Changes a person.
   * @param change - from the attributes as they are to those that they shall be
   * @returns true where `active` stays, as the list decides that has the person, and everything else is carried out
   * @throws {ScimError} 400, 404, 409
   * @throws {PreconditionFailed}
   */
  change(
    actor: IntegrationActor,
    id: string,
    change: (document: UserDocument) => UserDocument,
    precondition?: Precondition,
  ): Promise<boolean> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const locked = await this.found.lock(companyId, id, precondition, transaction);
      const { employee, state, row, view, document } = locked;
      const wanted = change(document);
      const isKept = keepsActive(locked, wanted);
      const next = withFollowingEmail(document, isKept ? { ...wanted, active: !state.deletedAt } : wanted);
      const current = { person: view.person, row, document };
      const plan = await this.plans.plan(companyId, current, next, transaction);
      const now = await this.employees.now(transaction);
      const isActive = next.active ?? document.active;
      if (isActive === true && state.deletedAt) {
        await this.revive(companyId, employee, plan.content, now, transaction);
      } else {
        await this.writes.references(companyId, plan.content, transaction);
        merge(employee, plan.content, now);
        if (isActive === false && !state.deletedAt) employee.end({ date: startOfToday(now) }, now);
      }
      const write = {
        operation: operationOf(locked, employee),
        employee,
        row: { employeeId: id, ...plan.row },
        before: { state, row },
        now,
      };
      await this.writes.store(actor, write, transaction);
      return isKept;
    });
  }

  /**
   * Ends an employment, and removes the person from what SCIM shows.
   * @throws {ScimError} 400, 404
   * @throws {PreconditionFailed}
   */
  remove(actor: IntegrationActor, id: string, precondition?: Precondition): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const locked = await this.found.lock(actor.companyId, id, precondition, transaction);
      const { employee, state, row } = locked;
      const now = await this.employees.now(transaction);
      if (!state.deletedAt) {
        refuseOtherSource(locked);
        employee.end({ date: startOfToday(now) }, now);
      }
      const write = {
        operation: 'employee.end',
        employee,
        row: undefined,
        before: { state, row },
        now,
      } as const;
      await this.writes.store(actor, write, transaction);
    });
  }

  private async tryCreate(
    actor: IntegrationActor,
    user: UserDocument,
    transaction: Transaction,
  ): Promise<string> {
    const { companyId } = actor;
    await this.refuseEndedByList(companyId, user, transaction);
    const { content, row } = await this.plans.plan(companyId, { document: {} }, user, transaction);
    const now = await this.employees.now(transaction);
    const left = await this.found.left(companyId, content, transaction);
    const before = left && { state: left.state, row: undefined };
    const employee = left ?? Employee.invite(companyId, content, now, PROVIDER_SOURCE);
    if (left) await this.revive(companyId, left, content, now, transaction);
    else await this.writes.references(companyId, content, transaction);
    if (user.active === false) employee.end({ date: startOfToday(now) }, now);
    const { id } = employee.state;
    const write = {
      operation: 'employee.invite',
      employee,
      row: { employeeId: id, ...row },
      ...(before && { before }),
      now,
    } as const;
    await this.writes.store(actor, write, transaction);
    return id;
  }

  /** Whom a list has ended, only the list brings back. @throws {ScimError} 409 */
  private async refuseEndedByList(
    companyId: string,
    user: UserDocument,
    transaction: Transaction,
  ): Promise<void> {
    const source = await this.found.listOf(companyId, wantedIdentifiers(user), transaction);
    if (source === undefined) return;
    const rule =
      `the list ${source} has ended the person, who is shown with active false, and only the list ` +
      'brings them back.';
    throw new ScimError(409, rule, 'uniqueness');
  }

  private async revive(
    companyId: string,
    employee: Employee,
    content: EmployeeContent,
    now: Date,
    transaction: Transaction,
  ): Promise<void> {
    const { state } = employee;
    const known = await this.writes.references(companyId, content, transaction, state);
    const others = await this.employees.findLive(companyId, state, transaction);
    employee.revive(content, known, others, now);
    employee.assign(PROVIDER_SOURCE, {}, now);
  }
}

function merge(employee: Employee, content: EmployeeContent, now: Date): void {
  if (employee.state.source === undefined) employee.assign(PROVIDER_SOURCE, content, now);
  else employee.merge(content, now);
}

/**
 * True where a request changes more than `active`, which is not its to change: the rest is carried out, because a
 * provider sends the same changes again until they are.
 * @throws {ScimError} 400 where it changes nothing else
 */
function keepsActive(
  locked: LockedUser,
  { active = locked.document.active, ...others }: UserDocument,
): boolean {
  if (active === locked.document.active || !isOfList(locked)) return false;
  if (isSameButActive(readUser(locked.document), others)) refuseOtherSource(locked);
  return true;
}

function isOfList({ state: { source } }: LockedUser): boolean {
  return source !== undefined && source !== PROVIDER_SOURCE;
}

/** The people of a list are ended and restored by it, as those of SCIM are by SCIM (docs/contract.md, "SCIM"). */
function refuseOtherSource(locked: LockedUser): void {
  if (!isOfList(locked)) return;
  const { source = '' } = locked.state;
  const rule = `active is decided by the list ${source}, to which the person belongs.`;
  throw new ScimError(400, rule, 'mutability');
}

function operationOf({ state: before }: LockedUser, { state: after }: Employee): AuditOperation {
  if (before.deletedAt && !after.deletedAt) return 'employee.invite';
  return !before.deletedAt && after.deletedAt ? 'employee.end' : 'employee.update';
}

import { Injectable } from '@nestjs/common';
import { StaffUsers, type FollowedEmployee, type StaffMember } from '../../identity/index.js';
import type { IntegrationActor, OperatorActor, Role } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditOperation } from '../../shared-kernel/audit-trail.js';
import { PersonErased } from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { EmployeeTaken } from '../domain/employee.errors.js';
import { EmployeeRepository, EmployeeWrites } from '../domain/employee.repository.js';
import type { Employee, EmployeeState } from '../domain/employee.js';
import { EmployeeVersions } from '../domain/employee-versions.js';

/**
 * Attempts of some work. If another request takes a key first, the next attempt finds its employee. Each request that
 * names one of the same people at the same time may cost an attempt.
 */
const MAX_ATTEMPTS = 10;

/** An employee who was made, or changed. */
export interface StaffChange {
  readonly operation: AuditOperation;
  readonly employee: Employee;
  /** Absent for a new employee. The same state as now where only what stands beside the employee has changed. */
  readonly before?: EmployeeState | undefined;
  /** What the record has in the place of the states. */
  readonly audited?: { readonly before?: object; readonly after: object };
}

export interface StaffWrite {
  /** Of one company. */
  readonly changes: readonly StaffChange[];
  /** Ids of those among them whose e-mail address or external id another of them takes over. */
  readonly displacedIds?: readonly string[];
  readonly syncId?: string;
  /** False where the caller writes one record of all changes. */
  readonly isRecorded?: boolean;
}

/**
 * Writes employees, whoever has changed them, with all that follows: nobody who was erased comes back, keys that are
 * lost are remembered, users follow their employees, sessions of those end who have left, and the audit trail has it.
 */
@Injectable()
export class StaffWriter {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly writes: EmployeeWrites,
    private readonly versions: EmployeeVersions,
    private readonly users: StaffUsers,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Runs work in a transaction, again where another request takes a key at the same time.
   * @param given - a transaction to take part in
   * @throws {EmployeeTaken}
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.unitOfWork.run(work, given);
      } catch (error) {
        if (!(error instanceof EmployeeTaken) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * @throws {PersonErased} where the keys of somebody who works for the company are those of an erased person
   * @throws {EmployeeTaken}
   * @throws {EmployeeCompanyNotFound}
   */
  async write(
    actor: IntegrationActor | OperatorActor,
    { changes, displacedIds = [], syncId, isRecorded = true }: StaffWrite,
    transaction: Transaction,
  ): Promise<void> {
    const { companyId } = actor;
    const written = lastOfEach(changes.filter(({ before, employee }) => before !== employee.state));
    const employees = written.map(({ employee }) => employee);
    await this.refuseErased(companyId, employees, transaction);
    await this.refuseNames(companyId, written, transaction);
    const newIds = written.flatMap(({ before, employee: { state } }) => (before ? [] : [state.id]));
    await this.writes.upsertAll(companyId, { employees, newIds, displacedIds }, transaction);
    if (isRecorded) {
      const records = changes.map(({ operation, before, employee: { state: after }, audited }) => ({
        ...{ operation, objectId: after.id },
        ...(syncId !== undefined && { syncId }),
        ...(audited ?? { ...(before && { before }), after }),
      }));
      await this.audit.recordAll(actor, records, transaction);
    }
    const staff = { links: written.flatMap(followed), roles: written.flatMap(followedRole) };
    await this.users.follow(actor, staff, transaction);
  }

  /** @throws {PersonErased} */
  private async refuseErased(
    companyId: string,
    employees: readonly Employee[],
    transaction: Transaction,
  ): Promise<void> {
    const present = employees.flatMap(({ state: { id, email, externalId, deletedAt } }) =>
      deletedAt ? [] : [{ personId: id, email, externalId }],
    );
    const erased = await this.employees.erasedAmong(companyId, present, transaction);
    if (present.some((person) => erased.has(person))) throw new PersonErased();
  }

  /**
   * An address may not be the name by which another person signs in, or there would be two people of one name.
   * @throws {EmployeeTaken}
   */
  private async refuseNames(
    companyId: string,
    changes: readonly StaffChange[],
    transaction: Transaction,
  ): Promise<void> {
    const addressed = changes.flatMap(({ before, employee: { state } }) =>
      state.deletedAt || keyOf(state) === keyOf(before) || state.email === undefined
        ? []
        : [{ id: state.id, key: foldEmail(state.email) }],
    );
    if (addressed.length === 0) return;
    const keys = addressed.map(({ key }) => key);
    const names = await this.versions.namedBy(companyId, keys, transaction);
    const isTaken = addressed.some(({ id, key }) => names.some((name) => name.key === key && name.id !== id));
    if (isTaken) throw new EmployeeTaken('email');
  }
}

/** What is written of employees who change several times: from the first state to the last one. */
function lastOfEach(changes: readonly StaffChange[]): StaffChange[] {
  const last = new Map<string, StaffChange>();
  for (const change of changes) {
    const { id } = change.employee.state;
    const earlier = last.get(id);
    last.set(id, earlier ? { ...change, before: earlier.before } : change);
  }
  return [...last.values()];
}

function keyOf(state: EmployeeState | undefined): string | undefined {
  return state?.email === undefined || state.deletedAt ? undefined : foldEmail(state.email);
}

/** The employee for the links of users, where the address or the presence has changed. */
function followed({ before, employee: { state } }: StaffChange): FollowedEmployee[] {
  const { id, email, deletedAt } = state;
  const isPresent = deletedAt === undefined;
  const isSame = before && before.email === email && (before.deletedAt === undefined) === isPresent;
  return isSame ? [] : [{ id, emailKey: email === undefined ? null : foldEmail(email), isPresent }];
}

/** The employee for the roles of users, where the role, the address or the presence has changed. A new one has none. */
function followedRole({ before, employee: { state } }: StaffChange): StaffMember[] {
  const { id, email } = state;
  const role = presentRole(state);
  const isSame = !before || (before.email === email && presentRole(before) === role);
  return isSame ? [] : [{ id, email, role }];
}

function presentRole({ role, deletedAt }: Pick<EmployeeState, 'role' | 'deletedAt'>): Role | undefined {
  return deletedAt === undefined ? role : undefined;
}

import { ErasedKeys, PersonErased } from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { BulkRow, InvitedContent } from './bulk-row.js';
import type { EmployeeContent } from './employee-content.js';
import { EmployeeAmbiguous, EmployeeNotFound, EmployeeTaken } from './employee.errors.js';
import type { Identifiers } from './employee.repository.js';
import type { NamedEmployee } from './employee-versions.js';
import { Employee, requireIdentifier, type EmployeeState, type Turnover } from './employee.js';
import { Holders } from './holders.js';
import { referenceIssues, type KnownReferences } from './references.js';
import { toRevive } from './revival.js';

/** An employee after a row. */
export interface AppliedRow {
  readonly after: Employee;
  /** Undefined where the row has created the employee. */
  readonly before: EmployeeState | undefined;
  /** False where the row makes no difference. */
  readonly isChanged: boolean;
}

export interface StaffContext {
  /** Of all references of the rows and of the employees. */
  readonly known: KnownReferences;
  readonly now: Date;
  /** Of all keys of the rows and of the employees. */
  readonly erased?: ErasedKeys;
  /** Those whom addresses of the rows name. */
  readonly named?: readonly NamedEmployee[];
}

/**
 * The employees whom some rows concern, as the rows before have left them. A row has the result of the single
 * operation, and one that is refused changes nothing (ADR 41).
 */
export class Staff {
  private readonly live = new Holders();
  private readonly deleted = new Holders();
  private readonly stored: ReadonlyMap<string, EmployeeState>;
  private readonly written = new Map<string, Employee>();
  private readonly known: KnownReferences;
  private readonly now: Date;
  private readonly erased: ErasedKeys;
  /** Ids by the folded names by which people sign in. */
  private readonly names: ReadonlyMap<string, string>;

  /**
   * @param employees - in the order of their ids: all who are not deleted and have an e-mail address or external id
   *   that a row names, or that a deleted one has whom a row may restore; and those deleted ones
   */
  constructor(
    private readonly companyId: string,
    employees: readonly Employee[],
    { known, now, erased = ErasedKeys.none, named = [] }: StaffContext,
  ) {
    this.known = known;
    this.now = now;
    this.erased = erased;
    this.names = new Map(named.map(({ key, id }) => [key, id]));
    this.stored = new Map(employees.map(({ state }) => [state.id, state]));
    for (const employee of employees) this.holdersOf(employee).add(employee);
  }

  /**
   * @throws {ValidationFailed}
   * @throws {EmployeeNotFound}
   * @throws {EmployeeAmbiguous}
   * @throws {EmployeeTaken}
   * @throws {PersonErased}
   */
  apply(row: BulkRow): AppliedRow {
    switch (row.operation) {
      case 'invite':
        return this.invite(row.content);
      case 'update':
        this.checkReferences(row.content);
        return this.merge(this.get(row.key), row.content);
      case 'end':
        return this.end(this.get(row.key), row.turnover);
    }
  }

  /** False for an employee whom a row has created. */
  isStored(id: string): boolean {
    return this.stored.has(id);
  }

  /** Ids of those whose e-mail address or external id another one has after all rows. */
  displacedIds(): string[] {
    const isDisplaced = ({ state: { id } }: Employee): boolean => {
      const before = this.stored.get(id);
      if (!before || before.deletedAt) return false;
      return this.live.find(before).some(({ state }) => state.id !== id);
    };
    return [...this.written.values()].filter(isDisplaced).map(({ state }) => state.id);
  }

  private invite(content: InvitedContent): AppliedRow {
    requireIdentifier(content);
    this.checkReferences(content);
    const [live, other] = this.live.find(content);
    if (other) throw new EmployeeAmbiguous();
    if (live) return this.merge(live, content);
    const deleted = toRevive(content, this.deleted.find(content));
    if (!deleted) return this.put(undefined, Employee.invite(this.companyId, content, this.now));
    const revived = Employee.restore(deleted.state);
    revived.revive(content, this.known, this.live.find(deleted.state), this.now);
    return this.put(deleted, revived);
  }

  private merge(employee: Employee, content: EmployeeContent): AppliedRow {
    const changed = Employee.restore(employee.state);
    if (changed.merge(content, this.now)) return this.put(employee, changed);
    return { before: employee.state, after: employee, isChanged: false };
  }

  private end(employee: Employee, turnover: Turnover): AppliedRow {
    const ended = Employee.restore(employee.state);
    // Of several with the same identifier the one who left last is restored, so nobody leaves at the same time.
    const others = this.deleted.find(employee.state).map(({ state }) => Number(state.deletedAt) + 1);
    ended.end(turnover, new Date(Math.max(this.now.getTime(), ...others)));
    return this.put(employee, ended);
  }

  /**
   * @throws {EmployeeTaken}
   * @throws {PersonErased}
   */
  private put(before: Employee | undefined, after: Employee): AppliedRow {
    const { id, email, externalId, deletedAt } = after.state;
    const isTaken = (key: Identifiers): boolean => this.live.find(key).some(({ state }) => state.id !== id);
    // A row may take both keys from somebody whose erasure waits.
    if (!deletedAt && this.erased.has({ personId: id, email, externalId })) throw new PersonErased();
    const name =
      email !== undefined && email !== before?.state.email ? this.names.get(foldEmail(email)) : undefined;
    if (!deletedAt && name !== undefined && name !== id) throw new EmployeeTaken('email');
    if (!deletedAt && isTaken({ email })) throw new EmployeeTaken('email');
    if (!deletedAt && isTaken({ externalId })) throw new EmployeeTaken('externalId');
    if (before) this.holdersOf(before).remove(before);
    this.holdersOf(after).add(after);
    this.written.set(id, after);
    return { before: before?.state, after, isChanged: true };
  }

  private get(key: Identifiers): Employee {
    const [employee] = this.live.find(key);
    if (!employee) throw new EmployeeNotFound();
    return employee;
  }

  private holdersOf({ state }: Employee): Holders {
    return state.deletedAt ? this.deleted : this.live;
  }

  /** @throws {ValidationFailed} */
  private checkReferences(content: EmployeeContent): void {
    const issues = referenceIssues(content, this.known);
    if (issues.length > 0) throw new ValidationFailed(issues);
  }
}

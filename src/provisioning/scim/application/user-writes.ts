import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { IdentityService } from '../../../identity/index.js';
import { SegmentationQueries } from '../../../segmentation/index.js';
import type { IntegrationActor } from '../../../shared-kernel/actor.js';
import { AuditTrail, type AuditOperation } from '../../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { ValidationFailed } from '../../../shared-kernel/validation-failed.js';
import {
  EmployeeRepository,
  referenceIssues,
  referencesOf,
  type Employee,
  type EmployeeContent,
  type EmployeeState,
  type KnownReferences,
} from '../../../workforce/index.js';
import { ScimUserRepository } from '../domain/scim-user.repository.js';
import type { ScimUser } from '../domain/scim-user.js';

/** An employee and the row of SCIM, before or after a write. */
export interface Stored {
  readonly state: EmployeeState;
  readonly row: ScimUser | undefined;
}

export interface UserWrite {
  readonly operation: AuditOperation;
  readonly employee: Employee;
  readonly row: Omit<ScimUser, 'updatedAt'> | undefined;
  /** Absent for a new employee. */
  readonly before?: Stored;
  readonly now: Date;
}

/** Stores a user and what follows from it: the audit record, and the end of sessions. */
@Injectable()
export class UserWrites {
  constructor(
    private readonly employees: EmployeeRepository,
    private readonly users: ScimUserRepository,
    private readonly segmentation: SegmentationQueries,
    private readonly identity: IdentityService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * The references of what is about to be stored, which stay until the transaction ends.
   * @param kept - of an employee who is restored
   * @throws {ValidationFailed}
   */
  async references(
    companyId: string,
    content: EmployeeContent,
    transaction: Transaction,
    kept?: EmployeeState,
  ): Promise<KnownReferences> {
    const wanted = referencesOf(kept ? [content, kept] : [content]);
    const known = await this.segmentation.known(companyId, wanted, transaction);
    const issues = referenceIssues(content, known);
    if (issues.length > 0) throw new ValidationFailed(issues);
    return known;
  }

  /** @throws {EmployeeTaken} */
  async store(actor: IntegrationActor, write: UserWrite, transaction: Transaction): Promise<void> {
    const { employee, before, now } = write;
    const { state } = employee;
    if (!before) await this.employees.insert(employee, transaction);
    else if (before.state !== state) await this.employees.update(employee, transaction);
    const row = await this.storeRow(actor.companyId, write, transaction);
    const change = {
      operation: write.operation,
      objectId: state.id,
      ...(before && { before: audited(before.state, before.row) }),
      after: audited(state, row),
    };
    await this.audit.record(actor, change, transaction);
    const { email, deletedAt } = state;
    const left = deletedAt?.getTime() === now.getTime() && email !== undefined ? [email] : [];
    await this.identity.endSessionsOf(actor, left, transaction);
  }

  private async storeRow(
    companyId: string,
    { row, before, employee, now }: UserWrite,
    transaction: Transaction,
  ): Promise<ScimUser | undefined> {
    if (!row) {
      await this.users.remove(companyId, employee.state.id, transaction);
      return undefined;
    }
    const { updatedAt, ...stored } = before?.row ?? { updatedAt: now };
    if (before?.row && isDeepStrictEqual(stored, row)) return { ...row, updatedAt };
    const saved = { ...row, updatedAt: now };
    await this.users.save(companyId, saved, transaction);
    return saved;
  }
}

/** An employee with what SCIM keeps beside the properties. */
function audited(state: EmployeeState, row: ScimUser | undefined): object {
  if (!row) return state;
  const { employeeId: _, updatedAt: __, ...scim } = row;
  return { ...state, scim };
}

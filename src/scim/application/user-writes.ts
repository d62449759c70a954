import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { SegmentationQueries } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { AuditOperation } from '../../shared-kernel/audit-trail.js';
import { ErasedPeople, PersonErased } from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { omit } from '../../shared-kernel/omit.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import {
  PROVIDER_SOURCE,
  referenceIssues,
  referencesOf,
  StaffWriter,
  type Employee,
  type EmployeeContent,
  type EmployeeState,
  type KnownReferences,
} from '../../workforce/index.js';
import { emailKeysOf, type ScimUser } from '../domain/scim-user.js';
import { ScimUserStore } from './scim-user.store.js';

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
    private readonly writer: StaffWriter,
    private readonly users: ScimUserStore,
    private readonly segmentation: SegmentationQueries,
    private readonly erased: ErasedPeople,
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

  /**
   * @throws {EmployeeTaken}
   * @throws {PersonErased}
   */
  async store(actor: IntegrationActor, write: UserWrite, transaction: Transaction): Promise<void> {
    const { operation, employee, before } = write;
    const row = savedRow(write);
    if (row) await this.refuseErased(actor.companyId, row, transaction);
    const audited = {
      ...(before && { before: auditedState(before.state, before.row) }),
      after: auditedState(employee.state, row),
    };
    const change = { operation, employee, before: before?.state, audited };
    await this.writer.write(actor, { changes: [change] }, transaction);
    const { id, source = PROVIDER_SOURCE } = employee.state;
    if (!row && source !== PROVIDER_SOURCE)
      await this.users.hide(actor.companyId, id, write.now, transaction);
    else if (!row) await this.users.remove(actor.companyId, id, transaction);
    else if (row !== before?.row) await this.users.save(actor.companyId, row, transaction);
  }

  /** By everything that a provider names a person. @throws {PersonErased} */
  private async refuseErased(companyId: string, row: ScimUser, transaction: Transaction): Promise<void> {
    const people = [
      { email: row.userName, externalId: row.externalId },
      { externalId: row.userName === undefined ? undefined : foldEmail(row.userName) },
      ...emailKeysOf(row.details).map((email) => ({ email })),
    ];
    const erased = await this.erased.among(companyId, people, transaction);
    if (people.some((person) => erased.has(person))) throw new PersonErased();
  }
}

/** The row after a write: the same one where nothing is different. */
function savedRow({ row, before, now }: UserWrite): ScimUser | undefined {
  if (!row) return undefined;
  const { updatedAt: _, ...stored } = before?.row ?? { updatedAt: now };
  return before?.row && isDeepStrictEqual(stored, row) ? before.row : { ...row, updatedAt: now };
}

/** An employee with what SCIM keeps beside the properties. */
function auditedState(state: EmployeeState, row: ScimUser | undefined): object {
  if (!row) return state;
  return { ...state, scim: omit(row, ['employeeId', 'updatedAt']) };
}

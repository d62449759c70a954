import type { Transaction } from '../../shared-kernel/transaction.js';

/** A person of a company who is assigned to actions. */
export interface NewlyAssigned {
  readonly companyId: string;
  readonly employeeId: string;
  /** Ids of the users who have assigned the person. */
  readonly assignedBy: readonly string[];
  /** The time of the last assignment. */
  readonly assignedAt: Date;
}

/** A company, and the time since when its people are notified of assignments. */
export interface NotifiedCompany {
  readonly companyId: string;
  readonly since: Date;
}

/** Assignments without a mail yet. An assignment is planned when a job for its mail exists. */
export abstract class NewAssignmentRepository {
  /** People of some companies with assignments that are not planned, the last of them made before a time. */
  abstract findUnplanned(
    companies: readonly NotifiedCompany[],
    before: Date,
    limit: number,
  ): Promise<NewlyAssigned[]>;

  /** Ids of all people of a company with new assignments. */
  abstract findAssigned(company: NotifiedCompany, transaction?: Transaction): Promise<string[]>;

  abstract plan(companyId: string, employeeIds: readonly string[], transaction: Transaction): Promise<void>;

  /** @param through - the time of the last assignment in the mail that was sent */
  abstract remove(companyId: string, employeeId: string, through: Date): Promise<void>;

  /** Removes assignments of all companies. @returns how many, at most `limit` */
  abstract removeBefore(time: Date, limit: number): Promise<number>;
}

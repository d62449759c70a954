import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { LegalHolds } from '../../holds/index.js';
import { PersonNotFound, PersonQueries } from '../../index.js';
import { ERASURE_ACTORS } from '../domain/erasure.js';
import { ErasureRepository } from '../domain/erasure.repository.js';
import { ErasureWork } from './erasure-work.js';

/** The reason in the ledger and in the audit trail. */
const REASON = 'retention';

/** Erases people whose retention has ended. */
@Injectable()
export class LeaverErasures {
  constructor(
    private readonly people: PersonQueries,
    private readonly holds: LegalHolds,
    private readonly erasures: ErasureRepository,
    private readonly work: ErasureWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Erases the people of employees together, but for those who are held. May be repeated after a crash: first, it does
   * what an earlier call has left.
   * @returns how many, when everything is erased
   */
  async erase(companyId: string, employeeIds: readonly string[], signal: AbortSignal): Promise<number> {
    await this.work.run(companyId, signal);
    const entered = await this.unitOfWork.run(async (transaction) => {
      let count = 0;
      for (const employeeId of employeeIds) if (await this.enter(companyId, employeeId, transaction)) count++;
      return count;
    });
    if (entered > 0) await this.work.run(companyId, signal);
    return entered;
  }

  /** Enters a person into the ledger. @returns false for one who is held, or is erased by now */
  private async enter(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean> {
    const person = await this.people.ofEmployee(companyId, employeeId, transaction).catch(ignoreMissing);
    if (!person || (await this.holds.of(person, transaction))) return false;
    const erasureId = newId();
    const asked = { reason: REASON, requestedBy: ERASURE_ACTORS.retention };
    const erasure = { companyId, erasureId, person, pseudonym: null, counts: {}, ...asked };
    await this.erasures.insert(erasure, transaction);
    const after = { reason: REASON, keepTimesheets: false };
    const change = { operation: 'person.erase', objectId: erasureId, after } as const;
    await this.audit.record(operatorOf(companyId), change, transaction);
    return true;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PersonNotFound)) throw error;
}

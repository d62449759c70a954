import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../../shared-kernel/actor.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { LegalHolds } from '../../holds/index.js';
import { PersonNotFound, PersonQueries } from '../../index.js';
import { ERASURE_ACTORS } from '../domain/erasure.js';
import { ErasureLedger } from './erasure-ledger.js';
import { ErasureStore } from './erasure.store.js';

/** The reason in the ledger and in the audit trail. */
const REASON = 'retention';

/** Time between two looks at whether the job is done. */
const POLL_MS = 250;

/** Erases people whose retention has ended. */
@Injectable()
export class LeaverErasures {
  constructor(
    private readonly people: PersonQueries,
    private readonly holds: LegalHolds,
    private readonly erasures: ErasureStore,
    private readonly ledger: ErasureLedger,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Erases the people of employees together, but for those who are held, by the one job that erases people of the
   * company. May be repeated after a crash: first, it waits for what an earlier call has begun.
   * @returns how many, when everything is erased
   */
  async erase(companyId: string, employeeIds: readonly string[], signal: AbortSignal): Promise<number> {
    await this.untilErased(companyId, signal);
    const entered = await this.unitOfWork.run(async (transaction) => {
      let count = 0;
      for (const employeeId of employeeIds) if (await this.enter(companyId, employeeId, transaction)) count++;
      if (count > 0) await this.ledger.addJob(companyId, transaction);
      return count;
    });
    await this.untilErased(companyId, signal);
    return entered;
  }

  private async untilErased(companyId: string, signal: AbortSignal): Promise<void> {
    while ((await this.erasures.open(companyId, 1)).length > 0) await wait(POLL_MS, undefined, { signal });
  }

  /** Enters a person into the ledger. @returns false for one who is held, or is erased by now */
  private async enter(companyId: string, employeeId: string, transaction: Transaction): Promise<boolean> {
    const found = await this.people.withId(companyId, employeeId, transaction).catch(ignoreMissing);
    if (!found || (await this.holds.of(found, transaction))) return false;
    // No request names them: a user who may sign in stays, also with the address of a person who has left.
    const person = await this.people.withoutActiveUsers(found, transaction);
    const asked = { reason: REASON, requestedBy: ERASURE_ACTORS.retention };
    const entry = { person, pseudonym: null, counts: {}, ...asked };
    await this.ledger.enter(operatorOf(companyId), entry, transaction);
    return true;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PersonNotFound)) throw error;
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { isHeld, LegalHolds } from '../../holds/index.js';
import type { Erasure } from '../domain/erasure.js';
import { ErasureStore } from './erasure.store.js';
import { LedgerFiles } from './ledger-files.store.js';

/** Begins erasures that no legal hold stops. One that has begun goes on to its end. */
@Injectable()
export class ErasureStarts {
  constructor(
    private readonly erasures: ErasureStore,
    private readonly holds: LegalHolds,
    private readonly files: LedgerFiles,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Begins erasures of a company, or finds those that an attempt before has begun. A hold is placed before or after it:
   * nothing of a person is removed on whom there is one.
   * @param open - neither done nor held
   * @returns those of them that no hold stops
   */
  async begin(companyId: string, open: readonly Erasure[]): Promise<readonly Erasure[]> {
    const begun = await this.unitOfWork.run(async (transaction) => {
      const holds = await this.holds.lockedInCompany(companyId, transaction);
      // An entry of the store of files was carried out before.
      const isStopped = ({ state, person }: Erasure): boolean =>
        state === 'QUEUED' && person !== null && isHeld(holds, person);
      await this.erasures.setState(companyId, idsOf(open.filter(isStopped)), 'HELD', transaction);
      const others = open.filter((erasure) => !isStopped(erasure));
      await this.erasures.setState(companyId, idsOf(others), 'ERASING', transaction);
      return others;
    });
    // An entry without a person comes from the store of files.
    for (const key of begun.filter(({ person }) => person !== null)) {
      const entry = await this.erasures.ledgerEntry(key);
      if (entry) await this.files.put(entry);
    }
    return begun;
  }

  /** Lets the erasures of a company go on whose holds were lifted. */
  async release(companyId: string): Promise<void> {
    const all = await this.erasures.held(companyId);
    const held = await this.heldAmong(companyId, all);
    const released = all.filter((erasure) => !held.includes(erasure));
    await this.erasures.setState(companyId, idsOf(released), 'QUEUED');
  }

  /** An entry of the store of files was carried out before. */
  private async heldAmong(companyId: string, erasures: readonly Erasure[]): Promise<Erasure[]> {
    const named = erasures.filter(({ person }) => person !== null);
    if (named.length === 0) return [];
    const holds = await this.holds.inCompany(companyId);
    return named.filter(({ person }) => person && isHeld(holds, person));
  }
}

function idsOf(erasures: readonly Erasure[]): string[] {
  return erasures.map(({ erasureId }) => erasureId);
}

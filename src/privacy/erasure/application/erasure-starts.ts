import { Injectable } from '@nestjs/common';
import { isHeld, LegalHolds } from '../../holds/index.js';
import type { Erasure } from '../domain/erasure.js';
import { ErasureRepository } from '../domain/erasure.repository.js';
import { LedgerFiles } from './erasure.ports.js';

/** Begins erasures that no legal hold stops. One that has begun goes on to its end. */
@Injectable()
export class ErasureStarts {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly holds: LegalHolds,
    private readonly files: LedgerFiles,
  ) {}

  /**
   * Begins the next erasures of a company, or finds those that an attempt before has begun.
   * @param limit - looked at
   * @returns them, and how many were looked at
   */
  async next(
    companyId: string,
    limit: number,
  ): Promise<{ readonly begun: readonly Erasure[]; readonly found: number }> {
    const open = await this.erasures.open(companyId, limit);
    const held = await this.heldAmong(
      companyId,
      open.filter(({ state }) => state === 'QUEUED'),
    );
    await this.erasures.setState(companyId, idsOf(held), 'HELD');
    const begun = open.filter((erasure) => !held.includes(erasure));
    await this.erasures.setState(companyId, idsOf(begun), 'ERASING');
    // An entry without a person comes from the store of files.
    for (const key of begun.filter(({ person }) => person !== null)) {
      const entry = await this.erasures.ledgerEntry(key);
      if (entry) await this.files.put(entry);
    }
    return { begun, found: open.length };
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

import { Injectable } from '@nestjs/common';
import type { Person } from '../../../shared-kernel/personal-data.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnderLegalHold } from '../domain/legal-hold.errors.js';
import { isAbout, type HeldIds, type LegalHold } from '../domain/legal-hold.js';
import { LegalHoldStore } from './legal-hold.store.js';

/** The holds of a company together. */
export interface HeldInCompany extends HeldIds {
  /** Nothing of the company is removed. */
  readonly isCompanyHeld: boolean;
  /** Holds on people. */
  readonly heldPeople: number;
}

/** True for a person on whom there is a hold, or whose company is held. */
export function isHeld(holds: HeldInCompany, person: Person): boolean {
  return holds.isCompanyHeld || isAbout(holds, person);
}

/** Legal holds, for those who remove data. */
@Injectable()
export class LegalHolds {
  constructor(private readonly holds: LegalHoldStore) {}

  /** The hold on a person or on the company; undefined if there is none. */
  async of(person: Person, transaction?: Transaction): Promise<LegalHold | undefined> {
    const holds = await this.holds.list(person.companyId, transaction);
    return holds.find((hold) => !hold.person || isAbout(hold.person, person));
  }

  /** @throws {UnderLegalHold} */
  async check(person: Person, transaction?: Transaction): Promise<void> {
    if (await this.of(person, transaction)) throw new UnderLegalHold();
  }

  async inCompany(companyId: string, transaction?: Transaction): Promise<HeldInCompany> {
    return together(await this.holds.list(companyId, transaction));
  }

  /** The same; until the transaction ends, none is placed or lifted. */
  async lockedInCompany(companyId: string, transaction: Transaction): Promise<HeldInCompany> {
    return together(await this.holds.lock(companyId, transaction));
  }
}

function together(holds: readonly LegalHold[]): HeldInCompany {
  return {
    isCompanyHeld: holds.some(({ person }) => !person),
    heldPeople: holds.filter(({ person }) => person).length,
    employeeIds: holds.flatMap(({ person }) => person?.employeeIds ?? []),
    userIds: holds.flatMap(({ person }) => person?.userIds ?? []),
  };
}

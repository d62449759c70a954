import { Injectable } from '@nestjs/common';
import { HeldKeysQueries, type HeldKey } from '../../../persons/index.js';
import type { HeldPeople } from '../../../shared-kernel/retention.js';
import { LegalHolds } from '../../holds/index.js';

/** The people of a company who are held, with the addresses and external ids that they have or had. */
@Injectable()
export class HeldPeopleQueries {
  constructor(
    private readonly holds: LegalHolds,
    private readonly keys: HeldKeysQueries,
  ) {}

  /** Undefined while the whole company is held. */
  async of(companyId: string): Promise<HeldPeople | undefined> {
    const { isCompanyHeld, employeeIds, userIds } = await this.holds.inCompany(companyId);
    if (isCompanyHeld) return undefined;
    const ids = [...employeeIds, ...userIds];
    const keys = ids.length === 0 ? [] : await this.keys.ofHolders(companyId, ids);
    const keysOf = (wanted: HeldKey['kind']): string[] => [
      ...new Set(keys.filter(({ kind }) => kind === wanted).map(({ key }) => key)),
    ];
    const [emailKeys, externalIds] = [keysOf('email'), keysOf('externalId')];
    return { employeeIds, userIds, emailKeys, externalIds };
  }
}

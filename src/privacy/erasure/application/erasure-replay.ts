import { Injectable } from '@nestjs/common';
import { OperatorQueries } from '../../../identity/index.js';
import { ErasureRepository } from '../domain/erasure.repository.js';
import { CompanyDeletions } from './company-deletions.js';
import { LedgerFiles } from './erasure.ports.js';
import { ErasureWork } from './erasure-work.js';

/** Does erasures again that a restored database does not know (ADR 53). */
@Injectable()
export class ErasureReplay {
  constructor(
    private readonly files: LedgerFiles,
    private readonly erasures: ErasureRepository,
    private readonly companies: OperatorQueries,
    private readonly deletions: CompanyDeletions,
    private readonly work: ErasureWork,
  ) {}

  /** @returns the numbers of companies and people that were erased again */
  async run(signal: AbortSignal): Promise<{ readonly companies: number; readonly people: number }> {
    const companies = await this.deletions.deleteAgain();
    const missing = new Map<string, number>();
    for await (const key of this.files.keys()) {
      if (await this.erasures.find(key)) continue;
      // A company that is gone has no data to erase, and may come back by another restore.
      if (!(await this.companies.hasCompany(key.companyId))) continue;
      const entry = await this.files.read(key);
      if (!entry) continue;
      await this.erasures.restore(entry);
      missing.set(key.companyId, (missing.get(key.companyId) ?? 0) + 1);
    }
    for (const companyId of missing.keys()) await this.work.run(companyId, signal);
    return { companies, people: [...missing.values()].reduce((sum, count) => sum + count, 0) };
  }
}

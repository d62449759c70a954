import { Injectable } from '@nestjs/common';
import type { ErasureKey, LedgerEntry } from '../domain/erasure.js';
import { CompanyDeletions } from './company-deletions.js';
import { ErasedStatistics } from './erased-statistics.store.js';
import { ErasureWork } from './erasure-work.js';
import { ErasureStore } from './erasure.store.js';
import { LedgerFiles } from './ledger-files.store.js';
import { pagesOf } from './pages-of.js';

/** Entries that are compared by a statement. */
const PAGE = 1_000;

/** Files that are read at once. */
const READ_AT_ONCE = 20;

/** Does erasures again that a restored database does not know (ADR 53). */
@Injectable()
export class ErasureReplay {
  constructor(
    private readonly files: LedgerFiles,
    private readonly erasures: ErasureStore,
    private readonly deletions: CompanyDeletions,
    private readonly work: ErasureWork,
    private readonly statistics: ErasedStatistics,
  ) {}

  /** @returns the numbers of companies and people that were erased again */
  async run(signal: AbortSignal): Promise<{ readonly companies: number; readonly people: number }> {
    const companies = await this.deletions.deleteAgain();
    const missing = new Map<string, number>();
    for await (const keys of pagesOf(this.files.keys(), PAGE)) {
      // A company that is gone has no data to erase, and may come back by another restore.
      const entries = await this.read(await this.erasures.missing(keys));
      if (entries.length > 0) await this.erasures.restore(entries);
      for (const { companyId } of entries) missing.set(companyId, (missing.get(companyId) ?? 0) + 1);
    }
    for await (const keys of pagesOf(this.files.allowedAgain(), PAGE))
      await this.erasures.allowAllAgain(keys);
    for (const companyId of missing.keys()) await this.work.run(companyId, signal, { keepsStatistics: true });
    if (missing.size > 0) await this.statistics.refresh();
    return { companies, people: [...missing.values()].reduce((sum, count) => sum + count, 0) };
  }

  private async read(keys: readonly ErasureKey[]): Promise<LedgerEntry[]> {
    const entries: LedgerEntry[] = [];
    for (let at = 0; at < keys.length; at += READ_AT_ONCE) {
      const some = keys.slice(at, at + READ_AT_ONCE);
      const read = await Promise.all(some.map((key) => this.files.read(key)));
      entries.push(...read.filter((entry) => entry !== undefined));
    }
    return entries;
  }
}

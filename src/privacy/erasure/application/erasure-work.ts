import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { ErasureWaitsQueries } from './erasure-waits.queries.js';
import { ErasurePass } from './erasure-pass.js';
import { ErasureStarts } from './erasure-starts.js';
import type { Erasure } from '../domain/erasure.js';
import { ErasedStatistics } from './erased-statistics.store.js';
import { ErasureStore } from './erasure.store.js';

/** Erasures of a round: their people are looked for together, so that tables are read once for all of them. */
const BATCH = 200;

const PAUSE_MS = 200;

/** Working times and audit records of a company are searched by what they contain. */
const STATEMENT_LIMIT_MS = 5 * 60_000;

interface ErasureWorkOptions {
  /** The caller refreshes the statistics of the database, once for several companies. */
  readonly keepsStatistics?: boolean;
}

/** Carries erasures out. Everything may be repeated from the beginning. */
@Injectable()
export class ErasureWork {
  constructor(
    private readonly erasures: ErasureStore,
    private readonly pass: ErasurePass,
    private readonly starts: ErasureStarts,
    private readonly waits: ErasureWaitsQueries,
    private readonly statistics: ErasedStatistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Carries out all erasures of a company that are neither done nor held, also those that are asked for meanwhile.
   * @returns tables of which the statistics may still have values of the people
   */
  async run(
    companyId: string,
    signal: AbortSignal,
    { keepsStatistics = false }: ErasureWorkOptions = {},
  ): Promise<readonly string[]> {
    const outdated = new Set<string>();
    for (;;) {
      const open = await this.erasures.open(companyId, BATCH);
      if (open.length === 0) return [...outdated];
      // Older transactions may still write the people. Until these have ended, a hold stops the erasure.
      await this.waitForOlder(companyId, signal);
      const begun = await this.starts.begin(companyId, open);
      if (begun.length === 0) continue;
      await this.unitOfWork.withStatementLimit(STATEMENT_LIMIT_MS, () =>
        this.erase(companyId, begun, signal),
      );
      // An erasure that is done has left nothing in them, so this comes before; once for all people of the round.
      if (!keepsStatistics) for (const table of await this.statistics.refresh()) outdated.add(table);
      await this.erasures.done(
        companyId,
        begun.map(({ erasureId }) => erasureId),
      );
    }
  }

  /** Twice: what began before the people were gone may write what it had read of them. */
  private async erase(companyId: string, erasures: readonly Erasure[], signal: AbortSignal): Promise<void> {
    for (let pass = 1; pass <= 2; pass++) {
      if (pass > 1) await this.waitForOlder(companyId, signal);
      await this.pass.run(companyId, erasures, signal);
    }
  }

  private async waitForOlder(companyId: string, signal: AbortSignal): Promise<void> {
    const since = await this.waits.now();
    while (await this.waits.isWaiting(companyId, since)) await sleep(PAUSE_MS, undefined, { signal });
  }
}

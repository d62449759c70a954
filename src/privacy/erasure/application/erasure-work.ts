import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  FileStillMade,
  type ErasureOptions,
  type Person,
  type PersonalDataEraser,
} from '../../../shared-kernel/personal-data.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { ErasureWaitsQueries } from './erasure-waits.queries.js';
import { ErasedPersons } from './erased-persons.js';
import { ErasureStarts } from './erasure-starts.js';
import { Erasers } from './erasure.ports.js';
import type { Erasure } from '../domain/erasure.js';
import { ErasureRepository } from '../domain/erasure.repository.js';

/** Erasures of a round: their people are looked for together, so that tables are read once for all of them. */
const BATCH = 200;

const PAUSE_MS = 200;

/** Working times and audit records of a company are searched by what they contain. */
const STATEMENT_LIMIT_MS = 5 * 60_000;

/** Carries erasures out. Everything may be repeated from the beginning. */
@Injectable()
export class ErasureWork {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly erasers: Erasers,
    private readonly starts: ErasureStarts,
    private readonly waits: ErasureWaitsQueries,
    private readonly persons: ErasedPersons,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Carries out all erasures of a company that are neither done nor held, also those that are asked for meanwhile. */
  async run(companyId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const open = await this.erasures.open(companyId, BATCH);
      if (open.length === 0) return;
      // Older transactions may still write the people. Until these have ended, a hold stops the erasure.
      await this.waitForOlder(companyId, signal);
      const begun = await this.starts.begin(companyId, open);
      if (begun.length > 0)
        await this.unitOfWork.withStatementLimit(STATEMENT_LIMIT_MS, () =>
          this.erase(companyId, begun, signal),
        );
    }
  }

  /** Twice: what began before the people were gone may write what it had read of them. */
  private async erase(companyId: string, erasures: readonly Erasure[], signal: AbortSignal): Promise<void> {
    for (let pass = 1; pass <= 2; pass++) {
      if (pass > 1) await this.waitForOlder(companyId, signal);
      for (const erasure of erasures.filter(({ pseudonym }) => pseudonym !== null))
        await this.eraseAll(
          await this.persons.of(companyId, [erasure]),
          erasure.pseudonym ?? undefined,
          signal,
        );
      const others = erasures.filter(({ pseudonym }) => pseudonym === null);
      if (others.length > 0) await this.eraseAll(await this.persons.of(companyId, others), undefined, signal);
    }
    await this.erasures.done(
      companyId,
      erasures.map(({ erasureId }) => erasureId),
    );
  }

  private async eraseAll(person: Person, pseudonym: string | undefined, signal: AbortSignal): Promise<void> {
    for (const eraser of this.erasers.all) {
      while (!(await isErased(eraser, person, { pseudonym }))) await sleep(PAUSE_MS, undefined, { signal });
    }
  }

  private async waitForOlder(companyId: string, signal: AbortSignal): Promise<void> {
    const since = await this.waits.now();
    while (await this.waits.isWaiting(companyId, since)) await sleep(PAUSE_MS, undefined, { signal });
  }
}

/** False while a worker may store a file: that of a restored database is gone, and its lease ends within a minute. */
async function isErased(
  eraser: PersonalDataEraser,
  person: Person,
  options: ErasureOptions,
): Promise<boolean> {
  try {
    await eraser.erase(person, options);
    return true;
  } catch (error) {
    if (error instanceof FileStillMade) return false;
    throw error;
  }
}
